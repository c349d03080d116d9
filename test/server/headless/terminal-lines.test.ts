import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noteLines, requestLine } from '../../../server/headless/terminal-lines.ts';

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
  client: '127.0.0.1',
  connection: 1,
  requestBytes: 0,
  responseBytes: 10,
  pinned: false,
  note: '',
} as const;

test('requestLine has method, path, status, duration, scenario and session', () => {
  expect(requestLine(request)).toBe('GET /users/42 200 1.3ms Default');
  const inSession = { ...request, session: 'worker 1' };
  expect(requestLine(inSession)).toBe('GET /users/42 200 1.3ms Default in session worker 1');
});

test('requestLine escapes control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = requestLine({ ...request, path: text, scenario: text, session: text });
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    }),
  );
});

test('requestLine escapes characters that turn text around', () => {
  expect(requestLine({ ...request, path: '/\u202eexe.gpj' })).toBe('GET /\\u202eexe.gpj 200 1.3ms Default');
});

test('noteLines gives one line for each note and escapes control characters', () => {
  expect(noteLines(['One.', 'Two\nlines \u001b[31m.'])).toEqual(['One.', 'Two\\u000alines \\u001b[31m.']);
});

test('noteLines counts the notes beyond the first twenty', () => {
  const notes = Array.from({ length: 22 }, (_, index) => `Note ${index}.`);
  expect(noteLines(notes.slice(0, 20))).toEqual(notes.slice(0, 20));
  expect(noteLines(notes.slice(0, 21)).slice(20)).toEqual(['1 more note not shown.']);
  expect(noteLines(notes)).toEqual([...notes.slice(0, 20), '2 more notes not shown.']);
});
