import { pieceLengthAt, takeInPieces, type Work } from '../domain/basics/work.ts';
import { type JsonObject, member } from '../domain/json/json.ts';
import { count, quote } from '../domain/json/wording.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import { idOf } from '../domain/records/key-index.ts';
import { distinctMembers, keySample, recognizeKey } from '../domain/records/recognize-key.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { LineFault, LineValue, ReadCollection } from '../store/formats/read-records.ts';

/** A member that may be the key of a new collection. */
export interface KeyCandidate {
  readonly name: string;
  /** Why it does not identify every record, as a clause such as `12 records have no "sku"`; null if it does. */
  readonly reason: string | null;
}

/** The most candidates that are compared with all records. */
const mostCandidates = 12;

/**
 * The key that the file suggests, the present one, and other members whose values in the first records are distinct. Each is
 * compared with all records, but for a new one, which all records get.
 */
export function* keyCandidatesOf({
  definition,
  suggestedKey,
  newKey,
  values,
}: ReadCollection): Work<readonly KeyCandidate[]> {
  const sample = values.slice(0, keySample).map(({ value }) => value);
  const names = [...new Set([suggestedKey, definition.key, ...distinctMembers(sample, 1)])].slice(0, mostCandidates);
  const tallies = names.map((name) => ({ name, ids: new Set<string>(), missing: 0, unusable: 0 }));
  const count = ({ value }: LineValue) => {
    for (const tally of tallies) {
      const found = member(value, tally.name);
      const id = idOf(found);
      if (id !== undefined) tally.ids.add(id);
      else if (found === undefined) tally.missing += 1;
      else tally.unusable += 1;
    }
  };
  yield* takeInPieces(values, count, pieceLengthAt(names.length));
  return tallies.map((tally) => ({
    name: tally.name,
    reason: tally.name === newKey ? null : reasonAgainst(tally, values.length),
  }));
}

interface Tally {
  readonly name: string;
  readonly ids: ReadonlySet<string>;
  readonly missing: number;
  readonly unusable: number;
}

function reasonAgainst({ name, ids, missing, unusable }: Tally, total: number): string | null {
  if (missing > 0) return `${have(missing)} no ${quote(name)}`;
  if (unusable > 0) return `${have(unusable)} a ${quote(name)} that cannot be a key`;
  const repeated = total - ids.size;
  return repeated > 0 ? `${have(repeated)} the ${quote(name)} of another record` : null;
}

/**
 * Whether a list has no keys for an existing collection: no record has the key, nor a member unknown to the collection that
 * looks like one. Such records are new, while a key under another name is more likely a fault of the file. The records of a
 * recording may be the same ones several times.
 */
export function* isKeyless({ values, refused, places }: ReadCollection, existing: SharedCollection): Work<boolean> {
  const { name, key } = existing.definition;
  const [first] = values;
  // A list whose first record has a key needs no second look at all others.
  if (!first || places === 'entry' || member(first.value, key) !== undefined) return false;
  let keyed = 0;
  const look = ({ value }: { readonly value?: JsonObject | undefined }) => {
    if (value && member(value, key) !== undefined) keyed += 1;
  };
  yield* takeInPieces(values, look);
  yield* takeInPieces(refused, look);
  if (keyed > 0) return false;
  const fields = yield* existing.indexFields();
  const unknown = values.slice(0, keySample).map(({ value }) => {
    const members = Object.entries(value).filter(([one]) => fields.find(one) === undefined);
    return Object.fromEntries(members);
  });
  return recognizeKey(name, unknown) === undefined;
}

/** A sentence about the new keys of a list without keys; none if it has no new records. */
export function keylessNotes(
  { name, key }: CollectionDefinition,
  records: readonly { readonly id: string }[],
): readonly string[] {
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last) return [];
  const [from, to] = [Number(first.id), Number(last.id)];
  const areConsecutive = Number.isInteger(from) && to - from + 1 === records.length;
  const given = records.length === 1 ? first.id : areConsecutive ? `${first.id} to ${last.id}` : 'one each';
  const fresh = `${count(records.length, 'new record')} of ${name} ${records.length === 1 ? 'gets' : 'get'}`;
  return [`No record of the file has ${quote(key)}: ${fresh} ${given}.`];
}

/** The fault of a record without a key where the schema of the collection allows no further one. */
export function noFurtherKey({ key }: CollectionDefinition): LineFault {
  return { member: key, reason: `there is no ${quote(key)}, and the schema allows no further one` };
}

function have(records: number): string {
  return `${count(records, 'record')} ${records === 1 ? 'has' : 'have'}`;
}
