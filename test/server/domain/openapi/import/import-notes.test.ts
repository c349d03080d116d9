import { expect, test } from 'vitest';
import { JsonCursor } from '../../../../../server/domain/json/json-cursor.ts';
import { ImportNotes } from '../../../../../server/domain/openapi/import/import-notes.ts';

const root = new JsonCursor({ a: 1, b: 2 });

/** The notes about subjects that have one reason. */
function listOf(...subjects: readonly string[]) {
  const notes = new ImportNotes();
  for (const [index, subject] of subjects.entries())
    notes.add('webhook', subject, root.member(index === 0 ? 'a' : 'b'));
  return notes.list();
}

test.each<[readonly string[], string]>([
  [['x'], 'x'],
  [['x', 'y', 'z'], 'x, y, z'],
  [['x', 'y', 'x', 'z', 'z'], 'x, y, z'],
  [['x', 'y', 'z', 'v'], 'x, y, z and 1 other'],
  [['x', 'y', 'z', 'v', 'w'], 'x, y, z and 2 others'],
  [['x'.repeat(61)], `${'x'.repeat(59)}…`],
])('one note names the subjects %j, each once, and leads to the place of the first', (subjects, named) => {
  expect(listOf(...subjects)).toEqual([{ pointer: '/a', sentence: `These webhooks are not called: ${named}.` }]);
});

test('there is no note without a subject, and one for each reason in the order of the first ones', () => {
  const notes = new ImportNotes();
  expect(notes.list()).toEqual([]);
  notes.add('link', 'x', root.member('b'));
  notes.add('no-key', 'y', root.member('a'));
  notes.add('link', 'z', root);
  expect(notes.list()).toEqual([
    { pointer: '/b', sentence: 'The links of these operations are not sent: x, z.' },
    { pointer: '/a', sentence: 'The records of these paths have no recognizable key: y.' },
  ]);
});
