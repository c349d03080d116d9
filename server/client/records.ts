import type { Call } from './call.ts';
import type { Commands } from './commands.ts';

type JsonObject = Commands['records.put']['input']['record'];

/** A change of a live record: a whole record, a merge patch (RFC 7396) of one, or its removal. */
export type RecordChange = Commands['records.prepare']['input']['changes'][number];

/** Prepares the live state by command, beside the fixtures, which stay as they are. The schema of a collection applies. */
export interface LiveRecords {
  /** Creates or replaces a record and resolves with it. A missing key is generated. */
  readonly put: <T extends object>(collection: string, record: T) => Promise<T>;
  /** Applies a merge patch and resolves with the record. Rejects with code `unknown-record` if there is none. */
  readonly patch: <T extends object>(collection: string, id: string, patch: Partial<T>) => Promise<T>;
  /** Deletes a record. Rejects with code `unknown-record` if there is none. */
  readonly remove: (collection: string, id: string) => Promise<void>;
  /** Carries out up to 1,000 changes in any collections, all or none, and resolves with the records; null for a removed one. */
  readonly prepare: (changes: readonly RecordChange[]) => Promise<readonly (object | null)[]>;
}

/** The live state of a session; without a session, that of all other clients. */
export function liveRecordsOf(call: Call, session?: string): LiveRecords {
  const place = { in: 'live', ...(session !== undefined && { session }) } as const;
  return {
    put: async <T extends object>(collection: string, record: T) => {
      const { live } = await call('records.put', { collection, record: record as unknown as JsonObject, ...place });
      return live as unknown as T;
    },
    patch: async <T extends object>(collection: string, id: string, patch: Partial<T>) => {
      const change = { collection, id, patch: patch as unknown as JsonObject };
      const { live } = await call('records.patch', { ...change, ...place });
      return live as unknown as T;
    },
    remove: async (collection, id) => {
      await call('records.remove', { collection, id, ...place });
    },
    prepare: async (changes) => {
      const input = { changes: [...changes], ...(session !== undefined && { session }) };
      const { records } = await call('records.prepare', input);
      return records.map(({ live }) => live);
    },
  };
}
