import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesLength, finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { startAbove } from '../../../../server/domain/records/version-watermarks.ts';
import type { ReplicatedRecord } from '../../../../server/domain/replication/replicated.ts';
import { type DecidedChange, decide } from '../../../../server/domain/replication/replicated.ts';
import { ReplicatedCollection } from '../../../../server/domain/replication/replicated-collection.ts';
import { rounds } from '../../../support/rounds.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
const fixtures = [
  { id: '1', value: 'a' },
  { id: '2', value: 'b' },
];
const newCollection = (above = 100) => new ReplicatedCollection(definition, fixtures, startAbove(above));

/** All live records with their versions. */
const stateOf = (collection: ReplicatedCollection) =>
  ['1', '2', '3'].map((id) => {
    const record = collection.get(id);
    return record && [record.value.value, record.version];
  });

const apply = (changes: readonly DecidedChange[], collection: ReplicatedCollection) => {
  for (const { id, after } of changes) collection.apply(id, after);
};

test('a decision reads its own writes, and makes none of them', () => {
  const collection = newCollection();
  const before = stateOf(collection);
  const observed: string[] = [];
  collection.observe(({ id }) => observed.push(id));
  const { result, changes } = decide([collection], () => {
    collection.write('1', { id: '1', value: 'x' });
    collection.write('1', { id: '1', value: 'y' });
    collection.remove('2');
    collection.write('3', { id: '3', value: 'c' });
    return stateOf(collection);
  });
  expect(result).toEqual([['y', 103], undefined, ['c', 102]]);
  expect(changes.map(({ id, before: from, after }) => [id, from?.version, after?.version])).toEqual([
    ['1', 101, 103],
    ['2', 101, undefined],
    ['3', undefined, 102],
  ]);
  expect(stateOf(collection)).toEqual(before);
  expect([observed, collection.floor, collection.changedCount]).toEqual([[], 100, 0]);
});

test('applied changes make collections equal, and the next decisions too', () => {
  const [one, other] = [newCollection(), newCollection()];
  for (let round = 0; round < 3; round++) {
    const { changes } = decide([one], () => {
      if (round === 1) one.remove('3');
      else one.write('3', { id: '3', value: `${round}` });
      one.write('1', { id: '1', value: `${round}` });
    });
    apply(changes, one);
    apply(changes, other);
    expect(stateOf(other)).toEqual(stateOf(one));
  }
  // Below the version of the removed record, none is given out again.
  expect(stateOf(one)).toEqual([
    ['2', 104],
    ['b', 101],
    ['2', 102],
  ]);
});

test('a write outside of a decision throws, of a fixture as well', () => {
  const collection = newCollection();
  expect(() => collection.write('1', { id: '1', value: 'x' })).toThrow('the other instances');
  expect(() => collection.edit('1', { id: '1', value: 'x' }, { id: '1', value: 'x' })).toThrow('the other instances');
  expect(stateOf(collection)).toEqual(stateOf(newCollection()));
});

test('an edit of a fixture is decided with the record over it, and taken back by a restart without it', () => {
  const collection = newCollection();
  const value = { id: '1', value: 'x' };
  const { changes } = decide([collection], () => collection.edit('1', value, value));
  expect(collection.fixture('1')?.value).toEqual(fixtures[0]);
  for (const { id, after, fixture } of changes) collection.apply(id, after, fixture);
  expect(collection.fixture('1')).toBe(collection.get('1'));
  expect([stateOf(collection)[0], collection.isEdited('1')]).toEqual([['x', 102], true]);
  finish(collection.restart(200, 200, []));
  expect([stateOf(collection)[0], collection.isEdited('1')]).toEqual([['a', 201], false]);
});

test('a decision that throws leaves nothing behind', () => {
  const collection = newCollection();
  const failing = () => {
    collection.write('1', { id: '1', value: 'x' });
    throw new Error('fault');
  };
  expect(() => decide([collection], failing)).toThrow('fault');
  expect(stateOf(collection)).toEqual(stateOf(newCollection()));
});

test('a restart takes over the records of the other instances, with higher versions in a new epoch', () => {
  const collection = newCollection();
  apply(decide([collection], () => collection.write('3', { id: '3', value: 'own' })).changes, collection);
  const records = [
    { id: '1', version: 150, value: { id: '1', value: 'theirs' } },
    { id: '2', version: 0, value: null },
  ];
  finish(collection.restart(100, 130, records));
  expect([stateOf(collection), collection.size, collection.floor]).toEqual([
    [['theirs', 150], undefined, undefined],
    1,
    130,
  ]);
  finish(collection.restart(1000, 1000, [{ id: '1', version: 1002, value: { id: '1', value: 'theirs' } }]));
  expect(stateOf(collection)).toEqual([['theirs', 1002], ['b', 1001], undefined]);
  expect([collection.fixture('1')?.version, collection.changedCount]).toEqual([1001, 1]);
});

test('begins anew with an added fixture whose live record is deleted', () => {
  const collection = newCollection();
  const edited = [{ id: '3', version: 105, value: { id: '3', value: 'c' } }];
  finish(collection.restart(100, 105, [{ id: '3', version: 102, value: null }], edited));
  expect(collection.fixture('3')?.version).toBe(105);
  expect([collection.get('3'), collection.size, collection.changedCount]).toEqual([undefined, 2, 1]);
});

/** Records of a load: at most one an id. A version belongs to one value. */
const loaded = fc
  .uniqueArray(fc.tuple(fc.constantFrom('1', '2', '3', '4'), fc.integer({ min: 150, max: 152 }), fc.boolean()), {
    selector: ([id]) => id,
  })
  .map((all) =>
    all.map(([id, version, isThere]) => ({ id, version, value: isThere ? { id, value: `v${version}` } : null })),
  );

/** Values with their versions, by id. */
type Level = Readonly<Record<string, readonly [value: unknown, version: number]>>;

/** A level with records in place of its own, of which null takes one away. */
function under(level: Level, records: readonly ReplicatedRecord[]): Level {
  const others = Object.fromEntries(Object.entries(level).filter(([id]) => !records.some((one) => one.id === id)));
  return {
    ...others,
    ...Object.fromEntries(records.flatMap(({ id, value, version }) => (value ? [[id, [value.value, version]]] : []))),
  };
}

test('after any number of restarts, a collection has the latest state alone', () => {
  const state = fc.record({ first: fc.constantFrom(100, 101), records: loaded, edited: loaded });
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 3 }), (states) => {
      const collection = newCollection();
      for (const { first, records, edited } of states) {
        finish(collection.restart(first, 200, records, edited));
        const below = under({ 1: ['a', first + 1], 2: ['b', first + 1] }, edited);
        const live = under(below, records);
        const seen = (
          get: (id: string) => { readonly value: JsonObject; readonly version: number } | undefined,
        ): Level => under({}, ['1', '2', '3', '4'].flatMap((id) => get(id) ?? []) as unknown as ReplicatedRecord[]);
        expect(seen((id) => collection.fixture(id))).toEqual(below);
        expect(seen((id) => collection.get(id))).toEqual(live);
        expect([collection.size, collection.floor]).toEqual([Object.keys(live).length, 200]);
      }
    }),
    { numRuns: rounds(200) },
  );
});

test('a restart pauses after every few records', () => {
  const values = Array.from({ length: 1000 }, (_, index) => ({ id: `${index + 1}`, value: 'file' }));
  const collection = new ReplicatedCollection(definition, values, startAbove(100));
  const records = values.toReversed().map(({ id }) => ({ id, version: 103, value: { id, value: 'live' } }));
  let changed = 0;
  collection.observe(() => {
    changed += 1;
  });
  const work = collection.restart(100, 100, records);
  for (let [done, before]: [boolean | undefined, number] = [false, 0]; !done; before = changed) {
    done = work.next().done;
    expect(changed - before).toBeLessThanOrEqual(changesLength);
  }
  expect([changed, collection.changedCount]).toEqual([1000, 1000]);
});
