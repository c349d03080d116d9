import { expect, test, vi } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import type { ReplicatedRecord } from '../../../../server/domain/replication/replicated.ts';
import { ReplicatedCollection } from '../../../../server/domain/replication/replicated-collection.ts';
import { decideAndApply, newThings, recordsOf, thing } from './decided.ts';

type Level = JsonObject | undefined;
const [a, x, y] = ['a', 'x', 'y'].map((text) => thing('1', text)) as [JsonObject, JsonObject, JsonObject];

/** The first record and its fixture after an edit; `=` if both are one record. */
function edited(id: string, fixture: Level, live: Level, earlier?: (things: ReturnType<typeof newThings>) => void) {
  const things = newThings();
  if (earlier) decideAndApply(things, () => earlier(things));
  const changes = decideAndApply(things, () => things.edit(id, fixture, live));
  const of = (level: 'get' | 'fixture') => {
    const record = things[level](id);
    return record && `${record.value.value} ${record.version}`;
  };
  const same = things.get(id) === things.fixture(id) ? '=' : '';
  return { live: of('get'), fixture: of('fixture'), same, changed: changes.length, isEdited: things.isEdited(id) };
}

test.each<[string, Level, Level, object]>([
  ['both', x, x, { live: 'x 102', fixture: 'x 102', same: '=', isEdited: true }],
  ['both, in two ways', x, y, { live: 'y 102', fixture: 'x 103', same: '', isEdited: true }],
  ['the fixture alone', x, a, { live: 'a 101', fixture: 'x 102', same: '', isEdited: true }],
  ['the live record alone', a, x, { live: 'x 102', fixture: 'a 101', same: '', isEdited: false }],
  ['the fixture, which goes', undefined, a, { live: 'a 101', fixture: undefined, same: '', isEdited: true }],
  ['the live record, which goes', a, undefined, { live: undefined, fixture: 'a 101', same: '', isEdited: false }],
  ['both, which go', undefined, undefined, { live: undefined, fixture: undefined, same: '=', isEdited: true }],
  ['the fixture, under a live record that goes', x, undefined, { live: undefined, fixture: 'x 102', same: '' }],
])('an edit changes %s', (_, fixture, live, expected) => {
  expect(edited('1', fixture, live)).toMatchObject({ changed: 1, ...expected });
});

test('an edit without effect is no change', () => {
  expect(edited('1', { ...a }, { ...a })).toMatchObject({ live: 'a 101', same: '=', changed: 0, isEdited: false });
});

test.each<[Level, Level, object]>([
  [thing('3', 'c'), thing('3', 'c'), { live: 'c 101', fixture: 'c 101', same: '=', isEdited: true }],
  [thing('3', 'c'), undefined, { live: undefined, fixture: 'c 101', same: '', isEdited: true }],
  [undefined, thing('3', 'c'), { live: 'c 101', fixture: undefined, same: '', isEdited: false }],
])('an edit adds a record with the fixture %j and the live record %j', (fixture, live, expected) => {
  expect(edited('3', fixture, live)).toMatchObject({ changed: 1, ...expected });
});

test('a fixture is its live record unless a session may know the version', () => {
  const written = (things: ReturnType<typeof newThings>) => things.write('1', x);
  expect(edited('1', x, x, written)).toMatchObject({ live: 'x 102', fixture: 'x 102', same: '=' });
  const noted = (version: number) => (things: ReturnType<typeof newThings>) => {
    things.write('1', x);
    things.base.noteSessionVersion(version);
  };
  expect(edited('1', x, x, noted(101))).toMatchObject({ live: 'x 102', fixture: 'x 102', same: '=' });
  expect(edited('1', x, x, noted(102))).toMatchObject({ live: 'x 102', fixture: 'x 103', same: '' });
  expect(edited('1', x, x, noted(110))).toMatchObject({ live: 'x 102', fixture: 'x 111', same: '' });
  expect(edited('1', y, y, noted(110))).toMatchObject({ live: 'y 111', fixture: 'y 111', same: '=' });
  expect(edited('1', y, undefined, noted(110))).toMatchObject({ live: undefined, fixture: 'y 111' });
});

test('an edit makes versions above the fixture that the same decision has made', () => {
  const things = newThings();
  decideAndApply(things, () => {
    things.edit('1', x, undefined);
    things.edit('1', y, undefined);
    things.edit('1', x, y);
  });
  expect([recordsOf(things)[0], recordsOf(things, 'fixture')[0]]).toEqual(['y 104', 'x 105']);
});

test('a promoted record becomes the fixture as it is, also a deletion', () => {
  const things = newThings();
  decideAndApply(things, () => {
    things.write('1', x);
    things.remove('2');
  });
  decideAndApply(things, () => {
    things.promote('1');
    things.promote('2');
  });
  const expected = ['x 102', undefined, undefined, undefined];
  expect([recordsOf(things), recordsOf(things, 'fixture')]).toEqual([expected, expected]);
  expect([[...things.editedIds], things.changedCount]).toEqual([['1', '2'], 0]);
});

test('the present fixtures can become those of the file', () => {
  const things = newThings();
  decideAndApply(things, () => {
    things.edit('1', x, x);
    things.edit('2', undefined, undefined);
    things.edit('3', thing('3', 'c'), thing('3', 'c'));
  });
  things.rebaseFile();
  expect([...things.editedIds]).toEqual(['1', '2', '3']);
  finish(things.restart(200, 200, []));
  expect(recordsOf(things, 'fixture')).toEqual(['x 201', undefined, 'c 201', undefined]);
  expect([recordsOf(things), [...things.editedIds]]).toEqual([recordsOf(things, 'fixture'), []]);
});

test('a collection that takes a name gives its records no new versions itself', () => {
  const things: SharedCollection = newThings();
  things.renew('1', 500);
  expect([things.get('1')?.version, things.floor]).toEqual([101, 100]);
});

test('a record can be made without being added', () => {
  const things = newThings();
  const { id, value, version } = things.makeRecord('3', thing('3', 'c'), 7);
  expect([id, value, version, things.get('3')]).toEqual(['3', thing('3', 'c'), 7, undefined]);
  expect(things.uid).toBe('things');
});

test('a record is layered while it is another one than its fixture', () => {
  const things = newThings();
  const layered = () => ['1', '2', '3'].filter((id) => things.isLayered(id));
  expect(layered()).toEqual([]);
  decideAndApply(things, () => {
    things.write('1', a);
    things.remove('2');
    things.write('3', x);
  });
  expect([layered(), things.changedCount]).toEqual([['1', '2', '3'], 2]);
});

/** A collection with the ids of the changes that observers see. */
function observed() {
  const things = newThings();
  const seen: string[] = [];
  things.observe(({ id }) => seen.push(id));
  const restart = (
    first: number,
    records: readonly ReplicatedRecord[] = [],
    edited: readonly ReplicatedRecord[] = [],
  ) => {
    seen.length = 0;
    finish(things.restart(first, first, records, edited));
    return [...seen].sort();
  };
  return { things, seen, restart };
}

test('an applied change that changes nothing is not observed, except that of a fixture', () => {
  const { things, seen } = observed();
  things.apply('1', things.get('1'));
  expect(seen).toEqual([]);
  things.apply('1', things.get('1'), { after: things.fixture('1') });
  expect([seen, things.isEdited('1'), things.changedCount]).toEqual([['1'], true, 0]);
});

test('a restart that leads to the same state changes nothing, and one in a new epoch every record', () => {
  const { things, restart } = observed();
  const records = [...recordsOf(things)];
  expect([restart(100), recordsOf(things)]).toEqual([[], records]);
  expect([restart(101), recordsOf(things)]).toEqual([
    ['1', '2'],
    ['a 102', 'b 102', undefined, undefined],
  ]);
  expect(restart(101)).toEqual([]);
});

test('a first restart may begin any epoch', () => {
  const { things, restart } = observed();
  expect([restart(102), recordsOf(things)]).toEqual([
    ['1', '2'],
    ['a 103', 'b 103', undefined, undefined],
  ]);
});

test('a restart keeps the records that have the version already', () => {
  const { things, restart } = observed();
  const records = [{ id: '1', version: 150, value: x }];
  const edited = [{ id: '2', version: 120, value: thing('2', 'y') }];
  expect(restart(100, records, edited)).toEqual(['1', '2']);
  const [record, fixture] = [things.get('1'), things.fixture('2')];
  expect(restart(100, records, edited)).toEqual([]);
  expect([things.get('1') === record, things.fixture('2') === fixture]).toEqual([true, true]);
  expect(restart(100, [{ id: '1', version: 151, value: x }], edited)).toEqual(['1']);
  expect(restart(100, [], [{ id: '2', version: 120, value: thing('2', 'z') }])).toEqual(['1', '2']);
  expect(recordsOf(things)).toEqual(['a 101', 'z 120', undefined, undefined]);
});

test('a restart leads back to the file, however often a fixture was edited', () => {
  const { things, restart } = observed();
  for (const value of [x, y]) decideAndApply(things, () => things.edit('1', value, value));
  expect([restart(100), recordsOf(things)]).toEqual([['1'], ['a 101', 'b 101', undefined, undefined]]);
});

test('a restart takes deleted and added fixtures over', () => {
  const { things, restart } = observed();
  const added = { id: '3', version: 130, value: thing('3', 'c') };
  expect(restart(100, [], [{ id: '1', version: 0, value: null }, added])).toEqual(['1', '3']);
  expect(recordsOf(things, 'fixture')).toEqual([undefined, 'b 101', 'c 130', undefined]);
  expect([recordsOf(things), things.size]).toEqual([recordsOf(things, 'fixture'), 2]);
  expect([restart(100), recordsOf(things)]).toEqual([
    ['1', '3'],
    ['a 101', 'b 101', undefined, undefined],
  ]);
});

test('values that come with a change of a fixture have fields that requests may name', () => {
  const things = newThings();
  finish(things.indexFields());
  const record = things.makeRecord('3', { id: '3', added: 1 }, 150);
  things.apply('3', undefined, { after: record });
  expect([things.fields.find('added')?.has('number'), things.fields.find('none')]).toEqual([true, undefined]);
});

test('the key of a fixture that comes without a live record is used', () => {
  const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
  const things = new ReplicatedCollection(definition, [{ id: 1 }, { id: 2 }]);
  const next = () => things.nextKey(() => 'new');
  expect(next()).toBe(3);
  things.apply('3', undefined, { after: things.makeRecord('3', { id: 3 }, 150) });
  expect(next()).toBe(4);
});

test.each([
  [512, 0],
  [513, 1],
])('a restart with %i records speeds the search for them up %i times', (count, times) => {
  const { things, restart } = observed();
  const indexed = vi.spyOn(things.base, 'indexKeys');
  const records = Array.from({ length: count }, (_, n) => ({ id: `n${n}`, version: 150, value: thing(`n${n}`, 'x') }));
  expect(restart(100, records)).toHaveLength(count);
  expect(indexed).toHaveBeenCalledTimes(times);
});

test('a restart looks at all fixtures in a new epoch only', () => {
  const { things, restart } = observed();
  const fixtures = vi.spyOn(things, 'fixtures');
  restart(100, [{ id: '1', version: 150, value: x }]);
  restart(100);
  expect(fixtures).not.toHaveBeenCalled();
  restart(101);
  expect(fixtures).toHaveBeenCalledOnce();
});
