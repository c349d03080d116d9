import { expect, test, vi } from 'vitest';
import { changesLength, finish } from '../../../../server/domain/basics/work.ts';
import { decodeState } from '../../../../server/share/entries/loaded-state.ts';

const meta = ['epoch', '100', 'revision', '7', 'floor:things', '105'];
const keyOf = (id: string) => JSON.stringify(['things', id]);

/** The records of a reply, by id, with their versions and values. */
function recordsIn(records: object, newer: object = {}) {
  const lists = [records, newer].map((all) => Object.entries(all).flatMap(([id, text]) => [keyOf(id), text]));
  const { records: decoded } = finish(decodeState([meta, lists, [[], []], []]));
  const all = [...decoded].flatMap(([, some]) => some.map(({ id, version, value }) => [id, [version, value]] as const));
  expect(new Set(all.map(([id]) => id)).size).toBe(all.length);
  return Object.fromEntries(all);
}

test.each<[string, object, object, object]>([
  ['a record', { 1: '103:{"a":1}' }, {}, { 1: [103, { a: 1 }] }],
  ['a deleted fixture', { 1: 'x:' }, {}, { 1: [102, null] }],
  ['a record of an earlier epoch', { 1: '99:{"a":1}' }, {}, { 1: [102, { a: 1 }] }],
  ['a newer record over a stored one', { 1: '103:{"a":1}' }, { 1: '104:{"a":2}' }, { 1: [104, { a: 2 }] }],
  ['a newer record alone', {}, { 1: '104:{"a":2}' }, { 1: [104, { a: 2 }] }],
  ['a record that a large change removes', { 1: '103:{"a":1}', 2: '103:{}' }, { 1: '-' }, { 2: [103, {}] }],
  ['a removal of nothing', {}, { 1: '-' }, {}],
])('the state that the engine gives has %s', (_, stored, newer, expected) => {
  expect(recordsIn(stored, newer)).toEqual(expected);
});

test('a state is decoded with a pause after every few records, also of sessions', () => {
  const list = Array.from({ length: 1000 }, (_, index) => [keyOf(`${index}`), `103:{"a":${index}}`]).flat();
  const about = ['begun', '100.1'];
  const member = encodeURIComponent('"one"');
  const work = decodeState([meta, [list, list], [list, []], [[member, about, [list, []]]]]);
  const parse = vi.spyOn(JSON, 'parse');
  let parsed = 0;
  for (let done: boolean | undefined = false; !done; ) {
    done = work.next().done;
    // A key and a value each.
    expect(parse.mock.calls.length - parsed).toBeLessThanOrEqual(2 * changesLength + 1);
    parsed = parse.mock.calls.length;
  }
  parse.mockRestore();
  expect(parsed).toBeGreaterThan(6000);
});
