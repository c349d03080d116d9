import { expect, test } from 'vitest';
import { noteLines } from '../../../server/headless/note-lines.ts';

test('each note is a line that a terminal cannot take for more', () => {
  expect(noteLines(['One.', 'Two\nlines \u001b[31m.'])).toEqual(['One.', 'Two\\u000alines \\u001b[31m.']);
});

test('of more than twenty the rest is counted', () => {
  const notes = Array.from({ length: 22 }, (_, index) => `Note ${index}.`);
  expect(noteLines(notes.slice(0, 20))).toEqual(notes.slice(0, 20));
  expect(noteLines(notes.slice(0, 21)).slice(20)).toEqual(['1 more note not shown.']);
  expect(noteLines(notes)).toEqual([...notes.slice(0, 20), '2 more notes not shown.']);
});
