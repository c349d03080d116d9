import { expect, test } from 'vitest';
import type { Work } from '../../../../server/domain/basics/work.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import type { Replicated } from '../../../../server/domain/replication/replicated.ts';
import { ReplicatedCollection } from '../../../../server/domain/replication/replicated-collection.ts';
import { decodeEntry, type LogEntry } from '../../../../server/share/entries/log-entry.ts';
import { prepareChange } from '../../../../server/share/entries/prepared-change.ts';
import { SharedCollections } from '../../../../server/share/entries/shared-collections.ts';
import { LiveCollections } from '../../../../server/workspace/live-collections.ts';
import type { LiveWorkspace } from '../../../../server/workspace/live-workspace.ts';

const count = 5000;
const definition = (name: string) => ({ name, key: 'id', sort: null, time: null, schema: null });

/** A mock with the collection `old`, and records of another one. */
function start(uid: string) {
  const collectionSet = new LiveCollections(0, {}, ReplicatedCollection);
  collectionSet.add(collectionSet.create(definition('old')));
  const workspace = { collections: collectionSet.byName, collectionSet } as LiveWorkspace;
  const shared = new SharedCollections(workspace, {}, () => {});
  const changes = Array.from({ length: count }, (_, index) => {
    const after = new StoredRecord(`${index}`, { id: index }, index + 1);
    return { collection: uid, id: `${index}`, after, fixture: { after } };
  });
  const prepare = (entry: LogEntry) => {
    const find = (one: string): Replicated | undefined => shared.find(one);
    return prepareChange(changes, entry, shared, find, collectionSet);
  };
  return { collectionSet, shared, prepare };
}

function entryOf(parts: object): LogEntry {
  const entry = decodeEntry(JSON.stringify({ command: 'c', records: [], parts }));
  if (!entry) throw new Error('No entry');
  return entry;
}

/** The result of work and its pauses, after each of which `look` is called. */
function countPauses<T>(work: Work<T>, look: () => void): { readonly result: T; readonly pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = work.next();
    if (done) return { result: value, pauses };
    look();
  }
}

test('records of a collection that is added are prepared with pauses, and nobody sees it before', () => {
  const { collectionSet, shared, prepare } = start('new uid');
  const list = [{ uid: 'new uid', definition: definition('new') }];
  const work = prepare(entryOf({ collections: { list, past: [] } }));
  const { result, pauses } = countPauses(work, () => expect([...collectionSet.byName.keys()]).toEqual(['old']));
  expect(pauses).toBeGreaterThan(count / 100);
  expect(result).toEqual({ records: [], highest: count });
  expect(shared.find('new uid')).toBeUndefined();
  shared.value = { list, past: ['old'] };
  expect(collectionSet.byName.get('new')?.size).toBe(count);
  expect(collectionSet.byName.get('new')?.get('17')?.version).toBe(18);
  expect([...collectionSet.byName.keys()]).toEqual(['new']);
});

test('records of a collection that is there are prepared with pauses, and it stays as it is', () => {
  const { collectionSet, prepare } = start('old');
  const old = collectionSet.byName.get('old');
  const { result, pauses } = countPauses(prepare(entryOf({})), () => expect(old?.size).toBe(0));
  expect(pauses).toBeGreaterThan(count / 100);
  expect(result.records.length).toBe(count);
  expect(old?.size).toBe(0);
});
