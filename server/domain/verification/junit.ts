import { countOutcomes, type ExpectationResult, nearMissLines } from './result.ts';

/**
 * Writes the results as JUnit XML: one suite with a test case for each expectation. An unmet expectation is a failure, an
 * unknown outcome an error. `time` is in milliseconds since 1970.
 */
export function junitReport(results: readonly ExpectationResult[], name: string, time: number): string {
  const outcomes = countOutcomes(results);
  const numbers = `tests="${results.length}" failures="${outcomes['not-met']}" errors="${outcomes.unknown}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers} time="0">`,
    `  <testsuite name="${escaped(name)}" ${numbers} skipped="0" time="0" timestamp="${new Date(time).toISOString().slice(0, 19)}">`,
    ...results.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase({ expectation, outcome, verdict, nearMisses }: ExpectationResult): string {
  const { name, session } = expectation;
  const group = session === undefined ? 'expectations' : `expectations of ${session}`;
  const begin = `    <testcase name="${escaped(name)}" classname="${escaped(group)}" time="0"`;
  if (outcome === 'met') return `${begin}/>`;
  const element = outcome === 'not-met' ? 'failure' : 'error';
  const text = nearMisses.flatMap(nearMissLines).map(escaped).join('\n');
  return [
    `${begin}>`,
    `      <${element} type="${outcome}" message="${escaped(verdict)}">${text}</${element}>`,
    '    </testcase>',
  ].join('\n');
}

/** Characters that XML 1.0 cannot contain, not even escaped: control characters, lone surrogates, two noncharacters. */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Escapes text for an attribute or an element. Unescaped line breaks and tabs in an attribute would be read as spaces. */
function escaped(text: string): string {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
