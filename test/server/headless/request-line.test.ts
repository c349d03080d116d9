import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestLine } from '../../../server/headless/request-line.ts';

const request = {
  id: 1,
  time: 0,
  origin: 'client',
  method: 'GET',
  path: '/users/42',
  status: 200,
  durationMs: 1.25,
  scenario: 'Default',
  session: null,
  requestBytes: 0,
  responseBytes: 10,
  pinned: false,
  note: '',
} as const;

test('a line says what was asked and how it ended', () => {
  expect(requestLine(request)).toBe('GET /users/42 200 1.3ms Default');
  const inSession = { ...request, session: 'worker 1' };
  expect(requestLine(inSession)).toBe('GET /users/42 200 1.3ms Default in session worker 1');
});

test('no control character reaches the terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = requestLine({ ...request, path: text, scenario: text, session: text });
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }),
  );
});
