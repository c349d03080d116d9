import { expect, test } from 'vitest';
import { finish } from '../../../server/domain/basics/work.ts';
import { LiveCollections } from '../../../server/workspace/live-collections.ts';

const named = (name: string) => ({ name, key: 'id', sort: null, time: null, schema: null });
const things = Array.from({ length: 5000 }, (_, index) => ({ id: index }));

/** A removed collection of the name, and another one that is to take it. */
function heirOf(name: string) {
  const collections = new LiveCollections(0, {});
  const first = collections.create(named(name), things);
  const heir = collections.create(named(name), things);
  collections.add(first);
  for (let write = 0; write < 9; write++) first.write('7', { id: 7, write });
  return { collections, first, heir };
}

const leastVersion = (records: Iterable<{ readonly version: number }>) =>
  Math.min(...Array.from(records, ({ version }) => version));

test('renews the versions of a collection that takes a name in pieces, before it is added', () => {
  const { collections, heir } = heirOf('things');
  const pieces = [...collections.renewVersions(heir)];
  expect(pieces.length).toBeGreaterThan(things.length / 100);
  collections.remove('things');
  const { revision } = heir;
  const records = [...heir.snapshot()];
  expect(leastVersion(records)).toBeGreaterThan(10);
  collections.add(heir);
  expect([...heir.snapshot()].every((record, index) => record === records[index])).toBe(true);
  expect(heir.revision).toBeGreaterThanOrEqual(revision);
});

test('renews versions again that the present collection of the name has given out meanwhile', () => {
  const { collections, first, heir } = heirOf('things');
  for (const _ of collections.renewVersions(heir)) {
    if ((first.get('7')?.version ?? 0) < 500) first.write('7', { id: 7 });
  }
  const last = first.base.highestVersion;
  expect(leastVersion(heir.snapshot())).toBeGreaterThan(last);
  expect(heir.write('new', { id: 'new' }).version).toBeGreaterThan(last);
});

test('a collection that takes its name back repeats neither versions nor revisions', () => {
  const { collections, first, heir } = heirOf('things');
  const seen = new Map(Array.from(first.snapshot(), ({ id, version }) => [id, version]));
  collections.remove('things');
  collections.add(heir);
  for (let write = 0; write < 99; write++) heir.write('8', { id: 8, write });
  const { revision } = heir;
  collections.remove('things');
  finish(collections.renewVersions(first));
  collections.add(first);
  expect(first.revision).toBeGreaterThan(revision);
  for (const { id, version } of first.snapshot()) expect(version).toBeGreaterThan(seen.get(id) ?? 0);
  expect(first.get('8')?.version).toBeGreaterThan(100);
});

test('a collection that had the name last keeps its versions', () => {
  const { collections, first } = heirOf('things');
  collections.remove('things');
  expect([...collections.renewVersions(first)]).toEqual([]);
  collections.add(first);
  expect(first.get('7')?.version).toBe(10);
});
