import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { EditHistory } from '../../../../server/domain/records/edit-history.ts';
import { Fixtures } from '../../../../server/domain/records/fixtures.ts';
import { renewVersions, sameLevels } from '../../../../server/domain/records/record-edit.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

test('a fixture that is created again begins above the version that was deleted', () => {
  const fixtures = new Fixtures(definition, [{ id: 'a' }, { id: 'b' }]);
  fixtures.set('a', new StoredRecord('a', { id: 'a', n: 1 }, 7));
  fixtures.set('a', new StoredRecord('a', { id: 'a', n: 2 }, 9));
  expect(fixtures.floor).toBe(0);
  fixtures.set('a', undefined);
  expect([fixtures.floor, fixtures.lastVersion('a'), fixtures.lastVersion('new')]).toEqual([9, 9, 9]);
  fixtures.set('b', undefined);
  expect(fixtures.floor).toBe(9);
});

test('what changes no fixture is told to nobody', () => {
  const fixtures = new Fixtures(definition, [{ id: 'a' }]);
  const told: string[] = [];
  const stop = fixtures.observe(({ id }) => told.push(id));
  fixtures.set('a', fixtures.get('a'));
  fixtures.set('b', undefined);
  expect([told, fixtures.revision, fixtures.size]).toEqual([[], 0, 1]);
  fixtures.set('b', new StoredRecord('b', { id: 'b' }, 1));
  stop();
  fixtures.set('b', undefined);
  expect([told, fixtures.revision, fixtures.size]).toEqual([['b'], 2, 1]);
});

test('a layer replaces records in their places, leaves out those that it removed, and adds its own at the end', () => {
  const fixtures = new Fixtures(definition, [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  const [b, d] = ['b', 'd'].map((id) => new StoredRecord(id, { id, n: 1 }, 2));
  const layer = new Map([
    ['b', { live: b, place: 1 }],
    ['c', { live: undefined, place: 2 }],
    ['d', { live: d, place: -1 }],
    ['e', { live: undefined, place: -1 }],
  ]);
  expect(fixtures.under(layer)).toEqual([{ id: 'a' }, b, null, d]);
  expect([...fixtures.snapshot().values()]).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
});

test('two states of a record are the same if both levels are', () => {
  const [one, two] = [{ id: 1 }, { id: 2 }];
  expect(sameLevels({ fixture: one, live: two }, { fixture: { id: 1 }, live: { id: 2 } })).toBe(true);
  expect(sameLevels({ fixture: one, live: two }, { fixture: one, live: one })).toBe(false);
  expect(sameLevels({ fixture: one, live: two }, { fixture: two, live: two })).toBe(false);
  expect(sameLevels({ fixture: one, live: undefined }, { fixture: one, live: one })).toBe(false);
});

test('every record gets a version above the given one, and keeps its values', () => {
  const collection = new SharedCollection(definition, [
    { id: 'a', n: 0 },
    { id: 'b', n: 0 },
    { id: 'c', n: 0 },
  ]);
  collection.write('b', { id: 'b', n: 1 });
  collection.remove('c');
  collection.write('d', { id: 'd', n: 1 });
  collection.write('e', { id: 'e', n: 1 });
  collection.remove('e');
  finish(renewVersions(collection, 50));
  const levels = ['a', 'b', 'c', 'd', 'e'].map((id) => [collection.fixture(id), collection.get(id)]);
  expect(levels.map((both) => both.map((one) => one?.value.n))).toEqual([
    [0, 0],
    [0, 1],
    [0, undefined],
    [undefined, 1],
    [undefined, undefined],
  ]);
  for (const one of levels.flat()) if (one) expect(one.version).toBeGreaterThan(50);
  expect(collection.write('f', { id: 'f' }).version).toBeGreaterThan(50);
  const { floor } = collection;
  expect(floor).toBeGreaterThanOrEqual(50);
  finish(renewVersions(collection, 20));
  expect(collection.floor).toBeGreaterThanOrEqual(floor);
});

test('an edit can be undone and made again although all versions were renewed since', async () => {
  const collection = new SharedCollection(definition, [{ id: 'a', n: 0 }]);
  const history = new EditHistory({ now: () => 0 });
  const edit = (id: string, n: number) => {
    const value = { id, n };
    history.perform('edit', [{ collection, id }], () => collection.edit(id, value, value));
  };
  const live = () => ['a', 'b'].map((id) => collection.get(id)?.value.n);
  edit('a', 1);
  edit('b', 1);
  finish(renewVersions(collection, 50));
  await history.undo();
  await history.undo();
  expect(live()).toEqual([0, undefined]);
  finish(renewVersions(collection, 100));
  await history.redo();
  expect(live()).toEqual([1, undefined]);
});
