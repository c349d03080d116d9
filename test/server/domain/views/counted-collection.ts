import type { Work } from '../../../../server/domain/basics/work.ts';
import type { FilterNode } from '../../../../server/domain/filter/filter.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { Collection } from '../../../../server/domain/records/collection.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';
import { collectionOf } from '../list/list-arbitraries.ts';
import { planOf } from './plan-of.ts';

/** A collection of many records, with the work that it does in the background and a count of the records that filters test. */
export function countedCollection(length = 3_000) {
  const background: Work<void>[] = [];
  const values = Array.from({ length }, (_, id) => ({ id, price: id % 7, tag: 'a' }));
  const collection = collectionOf(values, { inBackground: (work) => background.push(work) });
  const { filter, sort } = planOf(collection, 'tag=a', 'sort=-price');
  if (!filter) throw new Error('There is no filter');
  let tested = 0;
  let isBroken = false;
  const [node] = filter.nodes;
  const test = (value: JsonObject) => {
    if (isBroken) throw new Error('a bug');
    tested += 1;
    return filter.root.test(value);
  };
  const counted = { ...node, test } as FilterNode;
  const counting = { ...filter, root: counted, nodes: [counted] };
  const askIn = (read: Collection) => orderedRecords(read, counting, sort);
  const ask = () => askIn(collection);
  /** The number of records that a piece of work visits. */
  const visits = (work: () => unknown) => {
    tested = 0;
    work();
    return tested;
  };
  /** Does something while the filter throws. */
  const breaks = (work: () => void) => {
    isBroken = true;
    work();
    isBroken = false;
  };
  return { collection, background, ask, askIn, visits, breaks, size: values.length + 1 };
}

/** Runs a little of the work; true once it is complete. */
export function goOn<T>(work: Work<T>, pieces: number): boolean {
  for (let piece = 0; piece < pieces; piece++) if (work.next().done) return true;
  return false;
}
