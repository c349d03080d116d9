import type { RecordRow } from '../contract/schema/state.ts';
import type { Collection } from '../domain/records/collection.ts';

/** A record as the console shows it: the live record and its fixture. */
export function rowOf(collection: Collection, id: string): RecordRow {
  const live = collection.get(id);
  return {
    id,
    live: live?.value ?? null,
    fixture: collection.fixture(id)?.value ?? null,
    version: live?.version ?? null,
  };
}
