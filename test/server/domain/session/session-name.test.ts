import { expect, test } from 'vitest';
import { readSessionName } from '../../../../server/domain/session/session-name.ts';

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
