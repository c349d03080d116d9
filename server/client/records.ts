import type { JsonObject } from '../domain/json/json.ts';
import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import type { FromSchema } from './from-schema.ts';

/** A change of a live record: a whole record, a merge patch (RFC 7396) of one, or its removal. */
export type RecordChange = Commands['records.prepare']['input']['changes'][number];

/** The live records of a collection. The fixtures stay as they are. The collection's own schema applies. */
export interface LiveCollection<T extends object> {
  /** Resolves with a record; null for one that was deleted. Rejects with code `unknown-record` if there never was one. */
  readonly get: (id: string) => Promise<T | null>;
  /** Creates or replaces a record and resolves with it. A missing key is generated. */
  readonly put: (record: T) => Promise<T>;
  /** Applies a merge patch and resolves with the record. Rejects with code `unknown-record` if there is none. */
  readonly patch: (id: string, patch: Partial<T>) => Promise<T>;
  /** Deletes a record. Rejects with code `unknown-record` if there is none. */
  readonly remove: (id: string) => Promise<void>;
}

/** Prepares the live state by command, beside the fixtures. */
export interface LiveRecords {
  readonly records: {
    /** The records of a collection, of this type. */
    <T extends object = JsonObject>(collection: string): LiveCollection<T>;
    /** The records of a collection, typed by their JSON Schema. It serves the compiler alone. */
    <const S extends { readonly properties: object }>(
      collection: string,
      schema: S,
    ): LiveCollection<FromSchema<S> & object>;
  };
  /** Carries out up to 1,000 changes in any collections, all or none, and resolves with the records; null for a removed one. */
  readonly prepare: (changes: readonly RecordChange[]) => Promise<readonly (JsonObject | null)[]>;
}

/** The live state of a session; without a session, that of all other clients. */
export function liveRecordsOf(call: Call, session?: string): LiveRecords {
  const scope = session === undefined ? {} : { session };
  const place = { in: 'live', ...scope } as const;
  return {
    records: <T extends object>(collection: string): LiveCollection<T> => ({
      get: async (id) => {
        const { live } = await call('records.get', { collection, id, ...scope });
        return live as T | null;
      },
      put: async (record) => {
        const { live } = await call('records.put', { collection, record: record as JsonObject, ...place });
        return live as T;
      },
      patch: async (id, patch) => {
        const { live } = await call('records.patch', { collection, id, patch: patch as JsonObject, ...place });
        return live as T;
      },
      remove: async (id) => {
        await call('records.remove', { collection, id, ...place });
      },
    }),
    prepare: async (changes) => {
      const { records } = await call('records.prepare', { changes: [...changes], ...scope });
      return records.map(({ live }) => live);
    },
  };
}
