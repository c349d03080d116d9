import fc from 'fast-check';
import { parse } from 'junit2json';
import { expect, test } from 'vitest';
import { junitReport } from '../../../../server/domain/report/junit.ts';
import type { ExpectationResult, Outcome } from '../../../../server/domain/verification/result.ts';
import { verificationReport } from '../../../../server/domain/verification/result.ts';

const outcomes: readonly Outcome[] = ['met', 'not-met', 'unknown'];

/** Text with markup, control characters and lone surrogates. Has letters, because the parser reads digits as a number. */
const naughtyText = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(...'<>&"\'\n\r\t \0\u0008\u001b\ud800\udc00\ufffe\uffffä😀', ']]>', '<!--', '&amp;'),
    }),
  )
  .map((text) => `a${text}z`);

const results: fc.Arbitrary<readonly ExpectationResult[]> = fc.array(
  fc
    .record({
      name: naughtyText,
      session: fc.option(naughtyText, { nil: undefined }),
      path: naughtyText,
      outcome: fc.constantFrom(...outcomes),
    })
    .map(({ name, session, path, outcome }) => ({
      expectation: { name, count: { atLeast: 1 }, ...(session !== undefined && { session }) },
      outcome,
      verdict: `Expected “${name}”.`,
      matched: 0,
      failed: 0,
      unknown: 0,
      requests: [],
      matching: [],
      nearMisses:
        outcome === 'met'
          ? []
          : [{ id: 1, method: 'GET', path, differences: [{ pointer: '/path', expected: name, got: path }] }],
    })),
  { maxLength: 6 },
);

/** A text without the characters that XML cannot contain. */
function carried(text: string): string {
  return Array.from(text)
    .filter((character) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]$|^[\u{10000}-\u{10ffff}]$/u.test(character))
    .join('');
}

test('a JUnit parser reads back names, outcomes and reasons of any content', async () => {
  await fc.assert(
    fc.asyncProperty(results, naughtyText, async (given, name) => {
      const report = await parse(junitReport(verificationReport(given, name, 0)));
      if (!report || !('testsuite' in report)) throw new Error('There is no suite');
      const [suite] = report.testsuite ?? [];
      expect([suite?.name, suite?.timestamp, suite?.tests]).toEqual([
        carried(name),
        '1970-01-01T00:00:00',
        given.length,
      ]);
      const read = (suite?.testcase ?? []).map(({ name, classname, failure, error }) => ({
        name,
        classname,
        failed: failure?.map(({ message, inner }) => [message, inner]),
        broken: error?.map(({ message, inner }) => [message, inner]),
      }));
      const written = given.map(({ expectation, outcome, verdict, nearMisses }) => {
        const [miss] = nearMisses;
        const lines = `request 1, GET ${miss?.path}, differs in 1 place:\n  /path: expected ${expectation.name}, got ${miss?.path}`;
        const reasons = [[carried(verdict), carried(lines)]];
        const { session } = expectation;
        return {
          name: carried(expectation.name),
          classname: carried(session === undefined ? 'expectations' : `expectations of ${session}`),
          failed: outcome === 'not-met' ? reasons : undefined,
          broken: outcome === 'unknown' ? reasons : undefined,
        };
      });
      expect(read).toEqual(written);
      const number = (outcome: Outcome) => given.filter((one) => one.outcome === outcome).length;
      expect([suite?.failures, suite?.errors]).toEqual([number('not-met'), number('unknown')]);
    }),
  );
});

/** The elements that build servers accept: their parents, required and optional attributes. */
const format: Readonly<Record<string, { in: readonly string[]; must: readonly string[]; may: readonly string[] }>> = {
  testsuites: { in: [''], must: [], may: ['name', 'time', 'tests', 'failures', 'errors', 'disabled'] },
  testsuite: {
    in: ['testsuites'],
    must: ['name', 'tests', 'failures', 'errors'],
    may: ['time', 'timestamp', 'skipped', 'hostname', 'id', 'package'],
  },
  testcase: { in: ['testsuite'], must: ['name', 'classname', 'time'], may: ['assertions', 'status'] },
  failure: { in: ['testcase'], must: ['message', 'type'], may: [] },
  error: { in: ['testcase'], must: ['message', 'type'], may: [] },
};

test('a report contains only elements and attributes that build servers accept', () => {
  fc.assert(
    fc.property(results, (given) => {
      const report = junitReport(verificationReport(given, 'Suite', 0));
      expect(report.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ')).toBe(true);
      const open: string[] = [''];
      for (const [, end, name = '', rest = '', empty] of report.matchAll(/<(\/?)(\w+)([^<>]*?)(\/?)>/g)) {
        if (end) {
          expect(open.pop()).toBe(name);
          continue;
        }
        const rules = format[name];
        expect(rules?.in).toContain(open.at(-1));
        const names = Array.from(rest.matchAll(/ (\w+)="[^"]*"/g), ([, attribute]) => attribute);
        expect(names).toEqual(expect.arrayContaining([...(rules?.must ?? [])]));
        expect([...(rules?.must ?? []), ...(rules?.may ?? [])]).toEqual(expect.arrayContaining(names));
        if (!empty) open.push(name);
      }
      expect(open).toEqual(['']);
    }),
  );
});
