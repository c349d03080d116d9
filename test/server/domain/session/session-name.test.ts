import { expect, test } from 'vitest';
import { readSessionName, ruleScenario, unknownSession } from '../../../../server/domain/session/session-name.ts';

test.each(['worker 1', 'a', 'é', 'a'.repeat(200), '%20', '__proto__'])('%j names a session', (name) => {
  expect(readSessionName(name)).toEqual({ ok: true, value: name });
});

test('no header means no session', () => {
  expect(readSessionName(undefined)).toEqual({ ok: true, value: null });
});

test.each(['', 'a'.repeat(201), 'a\tb', '\u0085'])('%j is refused', (name) => {
  const read = readSessionName(name);
  expect(read.ok ? null : read.problem.type).toBe('/problems/bad-header');
});

test('a refusal says what a name must be', () => {
  const rule = 'a name of 1 to 200 characters, none of them a control character';
  expect(readSessionName('')).toMatchObject({
    problem: { detail: `X-Mock-Session must be ${rule}.`, header: 'X-Mock-Session', expected: rule },
  });
  expect(unknownSession('one')).toMatchObject({
    type: '/problems/unknown-session',
    detail: 'There is no session "one".',
  });
});

test('a client has a scenario for each session and one for requests without', () => {
  expect([ruleScenario(), ruleScenario('one')]).toEqual(['Rules of the test', 'Rules of session one']);
});
