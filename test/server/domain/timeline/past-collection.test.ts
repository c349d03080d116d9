import { expect, test } from 'vitest';
import { finish, wholeRecordsLength } from '../../../../server/domain/basics/work.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { PastCollection } from '../../../../server/domain/timeline/past-collection.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

function start() {
  const shared = new SharedCollection(definition, [{ id: 1 }, { id: 2 }]);
  return { shared, past: new PastCollection(shared.base) };
}

test('created records get the planned keys, then those of the sequence', () => {
  const { past } = start();
  const newKey = past.newKeys(() => 'new');
  past.planKeys([7, 'x']);
  expect([newKey(), newKey(), newKey(), newKey()]).toEqual([7, 'x', 3, 4]);
});

test('without planned keys, the sequence continues', () => {
  expect(start().past.newKeys(() => 'new')()).toBe(3);
});

test('a reserved key is given out only as a planned one', () => {
  const { past } = start();
  for (const id of ['3', '4']) past.reserveKey(id);
  past.planKeys([4]);
  const newKey = past.newKeys(() => 'new');
  expect([newKey(), newKey(), newKey()]).toEqual([4, 5, 6]);
});

test('planned keys stay with the collection', () => {
  const { past } = start();
  const keys = [5];
  past.planKeys(keys);
  expect([past.newKeys(() => 'new')(), keys]).toEqual([5, [5]]);
});

test('the key of an earlier value is used, once the keys are known', () => {
  const { past } = start();
  expect(past.newKeys(() => 'new')()).toBe(3);
  past.indexEarlier({ id: 9, colour: 'red' });
  expect(past.newKeys(() => 'new')()).toBe(10);
});

test('shows no change of a fixture until it is closed', () => {
  const { shared, past } = start();
  shared.edit('1', { id: 1, n: 1 }, { id: 1, n: 1 });
  expect(past.get('1')?.value).toEqual({ id: 1 });
  past.set('2', undefined);
  shared.edit('2', { id: 2, n: 1 }, { id: 2, n: 1 });
  expect(past.get('2')).toBeUndefined();
  past.close();
  shared.edit('3', { id: 3 }, { id: 3 });
  expect(past.get('3')?.value).toEqual({ id: 3 });
});

test('continues with the versions and revisions of its moment', () => {
  const { past } = start();
  past.continueFrom({ floor: 30, revision: 50 });
  expect(past.revision).toBe(50);
  past.continueFrom({ floor: 30, revision: 50 });
  expect(past.revision).toBe(50);
  expect(past.write('new', { id: 'new' }).version).toBe(31);
  expect(past.write('new', { id: 'new', n: 1 }).version).toBe(32);
  expect(past.revision).toBe(52);
  past.continueFrom({ floor: 30, revision: 70 });
  expect(past.revision).toBe(70);
  expect(past.get('1')?.version).toBe(1);
  expect(past.write('1', { id: 1, n: 1 }).version).toBe(2);
});

test('setting the record that is there already changes nothing', () => {
  const { past } = start();
  const { revision } = past;
  past.set('1', past.get('1'));
  expect(past.revision).toBe(revision);
});

test('shares the fields of the fixtures while none was added later', () => {
  const { shared, past } = start();
  finish(shared.base.indexFields());
  const fields = shared.base.indexedFields;
  past.knowFields(shared.base);
  expect(past.fields).toBe(fields);
  expect(finish(past.indexFields())).toBe(fields);
  past.knowFields({ fieldsDropped: 0, knownFields: shared.base.knownFields - 1 });
  past.knowFields(shared.base);
  expect(past.fields).not.toBe(fields);
});

test('scans the fixtures in slices, and once', () => {
  const slices = 3;
  const records = Array.from({ length: slices * wholeRecordsLength + 1 }, (_, id) => ({ id }));
  const shared = new SharedCollection(definition, records);
  const past = new PastCollection(shared.base);
  finish(shared.base.indexFields());
  past.knowFields({ fieldsDropped: 0, knownFields: shared.base.knownFields - 1 });
  expect([...past.indexFields()]).toHaveLength(slices);
  expect([...past.indexFields()]).toHaveLength(0);
});

test('keeps the fields of a record whose fixture may be a later one', () => {
  const { shared, past } = start();
  shared.edit('1', { id: 1, n: 1 }, { id: 1, n: 1 });
  const other = new PastCollection(shared.base);
  other.begin('1', shared.base.get('1'), true);
  other.knowFields({ fieldsDropped: -1, knownFields: 0 });
  expect(other.fields.find('n')).toBeDefined();
  expect(past.fields.find('n')).toBeUndefined();
});

test('the last known value of a record that is gone is the fixture of that moment', () => {
  const { shared, past } = start();
  past.begin('1', undefined, false);
  expect([past.removed('1'), past.lastKnown('1')?.value]).toEqual([undefined, { id: 1 }]);
  for (const n of [1, 2]) shared.edit('1', { id: 1, n }, { id: 1, n });
  expect([past.removed('1'), past.lastKnown('1')?.value]).toEqual([undefined, { id: 1 }]);
});
