import { accept, type Result, refuse } from '../basics/result.ts';
import type { Work } from '../basics/work.ts';
import type { JsonObject } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { Dice } from './dice.ts';
import { RecordMaker } from './record-maker.ts';

/** Attempts at a record before generation is refused. */
const attempts = 20;
/** Records between two reports. */
const reportLength = 32;

/** The records to make. */
export interface RecordWish {
  readonly definition: CollectionDefinition;
  /** Existing records: values are like theirs. */
  readonly examples: readonly JsonObject[];
  /** All existing records, if the examples are only some of them. */
  readonly existing?: () => Iterable<JsonObject>;
  readonly count: number;
  readonly seed: number;
  readonly newKey: () => string | number;
  /** Why a record cannot be used, as a clause; undefined for a usable one. */
  readonly reasonAgainst: (id: string, record: JsonObject) => string | undefined;
}

/** Makes records for a collection, the same ones for the same seed. The problem is a clause, after 20 attempts at a record. */
export function* makeRecords(
  wish: RecordWish,
  report: (share: number) => void,
): Work<Result<readonly JsonObject[], string>> {
  const maker = new RecordMaker(wish.definition, wish.examples);
  if (wish.existing) yield* maker.continueAfter(wish.existing());
  const taken = new Set<string>();
  const records: JsonObject[] = [];
  for (let place = 0; place < wish.count; place++) {
    if (place % reportLength === reportLength - 1) report(place / wish.count);
    if (place > 0) yield;
    const made = makeOne(wish, maker, place, taken);
    if (!made.ok) return made;
    records.push(made.value);
  }
  return accept(records);
}

function makeOne(wish: RecordWish, maker: RecordMaker, place: number, taken: Set<string>): Result<JsonObject, string> {
  let reason = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    const key = wish.newKey();
    const record = { [wish.definition.key]: key, ...maker.members(new Dice(wish.seed, place * attempts + attempt)) };
    const id = String(key);
    const fault = taken.has(id) ? `the key ${id} is taken already` : wish.reasonAgainst(id, record);
    if (fault === undefined) {
      taken.add(id);
      return accept(record);
    }
    reason = fault;
  }
  return refuse(`record ${place + 1} of ${wish.count} does not fit the schema of ${wish.definition.name}: ${reason}`);
}
