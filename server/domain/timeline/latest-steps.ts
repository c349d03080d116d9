import { changesLength, type Work } from '../basics/work.ts';
import type { SharedCollection } from '../records/shared-collection.ts';
import type { Timeline, TimelineStep } from './timeline.ts';

/** A record of the shared live state, present or removed. */
interface SharedRecord {
  /** Undefined for a collection that is gone. */
  readonly collection: SharedCollection | undefined;
  readonly id: string;
}

/**
 * The step that changed each of these records last, in their order; null for one that the timeline does not have. Looks back
 * from the present until it has found all.
 */
export function* latestSteps(
  timeline: Timeline,
  records: readonly SharedRecord[],
): Work<readonly (TimelineStep | null)[]> {
  const steps: (TimelineStep | null)[] = records.map(() => null);
  const indexes = new Map<SharedCollection | undefined, Map<string, number>>();
  for (const [index, { collection, id }] of records.entries()) {
    const known = indexes.get(collection);
    if (known) known.set(id, index);
    else indexes.set(collection, new Map([[id, index]]));
  }
  let [missing, looked] = [records.length, 0];
  for (let moment = timeline.last; missing > 0; moment -= 1) {
    const [begin, end] = [timeline.endOf(moment - 1), timeline.endOf(moment)];
    if (begin === undefined || end === undefined) break;
    for (let number = end - 1; number >= begin; number -= 1) {
      const change = timeline.change(number);
      const index = change && indexes.get(change.collection)?.get(change.id);
      if (index !== undefined && steps[index] === null) {
        steps[index] = timeline.step(moment) ?? null;
        missing -= 1;
      }
      looked += 1;
      if (looked % changesLength === 0) yield;
    }
  }
  return steps;
}
