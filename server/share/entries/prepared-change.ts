import { changesLength, type Work } from '../../domain/basics/work.ts';
import type { StoredRecord } from '../../domain/records/stored-record.ts';
import type { Replicated } from '../../domain/replication/replicated.ts';
import type { LiveCollections } from '../../workspace/live-collections.ts';
import { type LogEntry, recordKey } from './log-entry.ts';
import type { AppliedChange } from './packed-changes.ts';
import type { SharedCollections } from './shared-collections.ts';

/** A record to be set. */
export interface RecordChange {
  readonly collection: Replicated;
  readonly id: string;
  readonly after: StoredRecord | undefined;
  readonly fixture?: { readonly after: StoredRecord | undefined } | undefined;
}

/** Finds a live state by the uid of its collection. */
type Find = (uid: string) => Replicated | undefined;

/** The records of an entry, as changes of this instance. */
export function changesIn({ records, fixtures }: LogEntry, shared: SharedCollections, find: Find): RecordChange[] {
  const below = new Map(fixtures.map((one) => [recordKey(one.collection, one.id), one]));
  return records.flatMap(({ collection: uid, id, version, value }) => {
    const [known, collection] = [shared.find(uid), find(uid)];
    if (!known || !collection) return [];
    const after = value === null ? undefined : known.makeRecord(id, value, version);
    const edited = below.get(recordKey(uid, id));
    const isOne = after !== undefined && edited?.version === version;
    const lower = edited?.value ? known.makeRecord(id, edited.value, edited.version) : undefined;
    return [{ collection, id, after, fixture: edited && { after: isOne ? after : lower } }];
  });
}

/** A large change, ready to be made. */
export interface PreparedChange {
  /** The records of collections that are there. Those of collections to come are in them already. */
  readonly records: readonly RecordChange[];
  /** The highest version of all records. */
  readonly highest: number;
}

/**
 * Prepares a large change in time slices, while everybody reads the state before it. Collections that it adds are filled where
 * nobody sees them.
 */
export function* prepareChange(
  changes: Iterable<AppliedChange>,
  entry: LogEntry,
  shared: SharedCollections,
  find: Find,
  collectionSet: LiveCollections,
): Work<PreparedChange> {
  const list = entry.parts?.collections?.list ?? [];
  const coming = new Map(list.map(({ definition, uid }) => [uid, shared.coming(definition, uid)]));
  const records: RecordChange[] = [];
  let [highest, done] = [0, 0];
  for (const { collection: uid, id, after, fixture } of changes) {
    const added = coming.get(uid);
    const collection = added ?? find(uid);
    if (collection) {
      const record = after === 'fixture' ? collection.fixture(id) : after;
      if (added) added.apply(id, record, fixture);
      else {
        // Looked up now, they need not be searched when the change is made.
        collection.get(id);
        collection.fixture(id);
        records.push({ collection, id, after: record, fixture });
      }
      highest = Math.max(highest, record?.version ?? 0, fixture?.after?.version ?? 0);
    }
    done += 1;
    if (done % changesLength === 0) yield;
  }
  for (const { definition, uid } of list) {
    const added = coming.get(uid);
    if (added) yield* collectionSet.renewVersions(added, definition.name);
  }
  return { records, highest };
}
