import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import type { DecidedChange } from '../../../../server/domain/replication/replicated.ts';
import { ReplicatedCollection } from '../../../../server/domain/replication/replicated-collection.ts';
import { isLarge, packChanges, planPieces, unpackChanges } from '../../../../server/share/entries/packed-changes.ts';

const collection = new ReplicatedCollection({ name: 'items', key: 'id', sort: null, time: null, schema: null }, []);

function change(id: string, rest: Partial<DecidedChange> = {}): DecidedChange {
  const seen = { isLayered: false, isEdited: false, fixture: undefined };
  return { collection, id, before: undefined, after: undefined, seen, ...rest };
}

const record = (id: string, version: number, text = 'line\n\ttab') => new StoredRecord(id, { id, text }, version);

test('packed changes come back as they were', () => {
  const both = record('both', 9);
  const changes = [
    change('live', { after: record('live', 7) }),
    change('both', { after: both, fixture: { after: both } }),
    change('edited', { after: record('edited', 8), fixture: { after: record('edited', 9) } }),
    change('removed'),
    change('deleted', { fixture: { after: undefined } }),
    change('tab\tand\nline "quoted"', { after: record('tab\tand\nline "quoted"', 5) }),
  ];
  const unpacked = unpackChanges(packChanges(changes));
  const plain = (one: StoredRecord | 'fixture' | undefined) =>
    one instanceof StoredRecord ? [one.id, one.version, one.value] : one;
  expect(unpacked.map(({ id, after, fixture }) => [id, plain(after), fixture && plain(fixture.after)])).toEqual(
    changes.map(({ id, after, fixture }) => [id, plain(after), fixture && plain(fixture.after)]),
  );
  expect(unpacked.every((one) => one.collection === 'items')).toBe(true);
  // A record that is its fixture is one record.
  expect(unpacked[1]?.after).toBe(unpacked[1]?.fixture?.after);
});

test('a record that becomes its fixture again is packed without content', () => {
  const fixture = record('one', 3);
  const seen = { isLayered: true, isEdited: false, fixture };
  const lines = packChanges([change('one', { before: record('one', 4), after: fixture, seen })]);
  expect(lines).toBe('["items","one"]\t=\t\n');
  expect(unpackChanges(lines)).toMatchObject([{ id: 'one', after: 'fixture' }]);
});

test('a large change is divided into pieces of 500 records or 128 KiB, with pauses', () => {
  const changes = Array.from({ length: 2000 }, (_, index) => change(`${index}`, { after: record(`${index}`, index) }));
  expect([
    isLarge(changes, []),
    isLarge(changes.slice(1000), []),
    isLarge(
      [],
      changes.map(({ id }) => id),
    ),
  ]).toEqual([...[true, false, true]]);
  const work = planPieces(changes, [], 0);
  let pauses = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) pauses += 1;
  expect(pauses).toBe(3);
  expect(step.value).toMatchObject({ begins: [0, 500, 1000, 1500], isEdit: false, lowest: undefined });
  const wide = changes.slice(0, 8).map(({ id }) => change(id, { after: record(id, 1, 'x'.repeat(70_000)) }));
  expect(finish(planPieces(wide, [], 0)).begins).toEqual([0, 2, 4, 6]);
});

test('the plan has the highest version, the highest one that is removed, and the lowest of a fixture', () => {
  const fixture = (version: number) => ({ before: undefined, after: record('', version) });
  const changes = [
    change('1', { after: record('1', 50), fixture: fixture(40) }),
    change('2', { after: record('2', 30), fixture: fixture(60) }),
    change('3', { before: record('3', 70) }),
  ];
  const { tops, lowest, isEdit } = finish(planPieces(changes, [], 10));
  expect({ tops, lowest, isEdit }).toEqual({
    ...{ tops: { items: { top: '60', removed: '70' } }, lowest: '40', isEdit: true },
  });
});
