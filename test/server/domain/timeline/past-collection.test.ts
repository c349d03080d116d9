import { expect, test } from 'vitest';
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
