import type { ListedChange } from '../contract/schema/output.ts';
import type { Work } from '../domain/basics/work.ts';
import type { Collection } from '../domain/records/collection.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { ComparedRecord } from '../domain/records/state-comparison.ts';
import { latestSteps } from '../domain/timeline/latest-steps.ts';
import type { Timeline } from '../domain/timeline/timeline.ts';

/** Records that differ in a session, with the versions that the session and the fixtures have of them. */
export function listedInSession(
  records: readonly ComparedRecord[],
  collections: readonly Collection[],
): readonly ListedChange[] {
  const byName = new Map(collections.map((one) => [one.definition.name, one]));
  return records.map((record) => ({ ...record, ...versionsOf(record, byName), cause: null }));
}

/** Records that differ in the shared live state, with their versions and what changed each of them last. */
export function* listedShared(
  records: readonly ComparedRecord[],
  collections: ReadonlyMap<string, SharedCollection>,
  timeline: Timeline,
): Work<readonly ListedChange[]> {
  const changed = records.map(({ collection, id }) => ({ collection: collections.get(collection), id }));
  const causes = yield* latestSteps(timeline, changed);
  return records.map((record, index) => {
    return { ...record, ...versionsOf(record, collections), cause: causes[index] ?? null };
  });
}

function versionsOf(
  { collection: name, id }: ComparedRecord,
  collections: ReadonlyMap<string, Collection>,
): Pick<ListedChange, 'live' | 'fixture'> {
  const collection = collections.get(name);
  return { live: collection?.get(id)?.version ?? null, fixture: collection?.fixture(id)?.version ?? null };
}
