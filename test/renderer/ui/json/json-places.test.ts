import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { laidOut, placeAt, rangeOf } from '../../../../renderer/ui/json/json-places.ts';

const stateOf = (doc: string) => EditorState.create({ doc, extensions: [json()] });

const text = '{\n  "name": "Ada",\n  "a/b": { "tags": ["x", 12] },\n  "on": true\n}';

test.each([
  ['/name', '"Ada"'],
  ['/a~1b/tags/1', '12'],
  ['/a~1b/tags', '['],
  ['/on', 'true'],
  ['', '{'],
  ['/a~1b/missing', '{'],
])('a fault at %j is marked at %s', (at, marked) => {
  const state = stateOf(text);
  const { from, to } = rangeOf(state, { at, detail: '' });
  expect(state.sliceDoc(from, to)).toBe(marked);
});

test('a fault beyond the lines that CodeMirror parses at once is marked', () => {
  const doc = JSON.stringify({ before: Array.from({ length: 20_000 }, (_, index) => `item ${index}`), last: 42 });
  const state = stateOf(doc);
  const { from, to } = rangeOf(state, { at: '/last', detail: '' });
  expect(state.sliceDoc(from, to)).toBe('42');
});

test('a fault at a line and column is marked there, even past the end', () => {
  const state = stateOf('{\n  x\n}');
  expect(rangeOf(state, { at: { line: 2, column: 3 }, detail: '' })).toEqual({ from: 4, to: 5 });
  expect(rangeOf(state, { at: { line: 9, column: 9 }, detail: '' })).toEqual({ from: 7, to: 7 });
});

test.each([
  ['{"a": 1|}', '{\n  "a": 1|\n}'],
  ['{"a":| 1}', '{\n  "a":| 1\n}'],
  ['{"a": |1}', '{\n  "a": |1\n}'],
  ['{"a": "x |y"}', '{\n  "a": "x |y"\n}'],
  ['{\n  |"a": 1\n}', '{|"a":1}'],
  ['|{"a": 1}', '|{\n  "a": 1\n}'],
  ['{"a": 1}|', '{\n  "a": 1\n}|'],
  ['{"a": 1}  |', '{\n  "a": 1\n}|'],
  ['{"a": 1|}', '{\n  "b": {},\n  "a": 1|\n}'],
  ['{"a": 1|, "b": 2}', '{"a": 1|, "c": 3}'],
  ['  |', '|{}'],
  ['|{}', '|'],
  ['{"abc": 1}|', '{}|'],
  ['|', '|'],
])('the place in %j is in %j after the text is laid out', (before, after) => {
  expect(laidOut(before.replace('|', ''), before.indexOf('|'), after.replace('|', ''))).toBe(after.indexOf('|'));
});

/** The completion place at the `|` in a text. */
function placeIn(marked: string) {
  const position = marked.indexOf('|');
  return placeAt(stateOf(marked.replace('|', '')), position);
}

test.each([
  ['{|}', { kind: 'member', path: [], taken: [] }],
  ['{"na|', { kind: 'member', path: [], taken: [] }],
  ['{"na|"}', { kind: 'member', path: [], taken: [] }],
  ['{"name": "Ada", |}', { kind: 'member', path: [], taken: ['name'] }],
  ['{"a": {"b": 1, "|"}, "c": 2}', { kind: 'member', path: ['a'], taken: ['b'] }],
  ['{"status": |}', { kind: 'value', path: ['status'] }],
  ['{"status": "ac|"}', { kind: 'value', path: ['status'] }],
  ['{"a": [{"x": 1}, {"y": t|}]}', { kind: 'value', path: ['a', '1', 'y'] }],
  ['{"a": [1, |]}', { kind: 'value', path: ['a', '1'] }],
  ['{"a": 1 |}', null],
  ['|', null],
])('finds the place to complete in %s', (marked, place) => {
  if (place === null) expect(placeIn(marked)).toBeNull();
  else expect(placeIn(marked)).toMatchObject(place);
});
