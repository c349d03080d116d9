import { countCases, type Report, type ReportCase } from './report.ts';

/**
 * Writes a report as JUnit XML: one suite with a test case for each case. A failed case is a failure, an unknown outcome an
 * error.
 */
export function junitReport({ title, time, cases }: Report): string {
  const { failed, error, skipped } = countCases(cases);
  const numbers = `tests="${cases.length}" failures="${failed}" errors="${error}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers} time="0">`,
    `  <testsuite name="${escaped(title)}" ${numbers} skipped="${skipped}" time="0" timestamp="${new Date(time).toISOString().slice(0, 19)}">`,
    ...cases.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase({ name, group, outcome, type, message, lines }: ReportCase): string {
  const begin = `    <testcase name="${escaped(name)}" classname="${escaped(group)}" time="0"`;
  if (outcome === 'passed') return `${begin}/>`;
  const content =
    outcome === 'skipped'
      ? `      <skipped message="${escaped(message)}"/>`
      : `      <${element[outcome]} type="${type}" message="${escaped(message)}">${lines.map(escaped).join('\n')}</${element[outcome]}>`;
  return [`${begin}>`, content, '    </testcase>'].join('\n');
}

const element = { failed: 'failure', error: 'error' } as const;

/** Characters that XML 1.0 cannot contain, not even escaped: control characters, lone surrogates, two noncharacters. */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Escapes text for an attribute or an element of XML and HTML. Unescaped line breaks and tabs in an attribute would be read
 * as spaces.
 */
export function escaped(text: string): string {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
