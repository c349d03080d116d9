import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { startAbove } from '../../../../server/domain/records/version-watermarks.ts';
import { type DecidedChange, decide, type Replicated } from '../../../../server/domain/replication/replicated.ts';
import { ReplicatedCollection } from '../../../../server/domain/replication/replicated-collection.ts';

/** A collection whose fixtures 1 and 2 have the version 101. */
export function newThings(name = 'things'): ReplicatedCollection {
  const definition = { name, key: 'id', sort: null, time: null, schema: null };
  return new ReplicatedCollection(definition, [thing('1', 'a'), thing('2', 'b')], startAbove(100));
}

export function thing(id: string, value: string): JsonObject {
  return { id, value };
}

/** The value and the version of each record from 1 to 4, or of their fixtures. */
export function recordsOf(collection: Replicated, level: 'get' | 'fixture' = 'get'): readonly unknown[] {
  return ['1', '2', '3', '4'].map((id) => {
    const record = collection[level](id);
    return record && `${record.value.value} ${record.version}`;
  });
}

/** Decides a part, and makes its changes true. */
export function decideAndApply(collection: Replicated, part: () => unknown): readonly DecidedChange[] {
  const { changes } = decide([collection], part);
  for (const { id, after, fixture } of changes) collection.apply(id, after, fixture);
  return changes;
}
