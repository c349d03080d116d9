/** Finds the member that identifies the records of a collection: by its name, by its values, or a new one. */
import { mapInPieces, takeInPieces, type Work, wholeRecordsLength } from '../basics/work.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import { grouped, quote } from '../json/wording.ts';
import { idOf, KeyIndex } from './key-index.ts';

/** Names that identify records of any collection, the most usual first. */
const usualKeys = ['_id', 'uuid', 'guid', 'gid', 'uid', 'key', 'code', 'slug', 'sku', 'isbn', 'number', 'nr'];

/**
 * The names that the key of a collection may have, the likeliest first: `id`, the singular of the collection's name with
 * `Id`, then names such as `_id`, `uuid` or `code`. Users have `userId`, as in the mocked service.
 */
export function keyCandidates(collection: string): readonly string[] {
  const own = singularsOf(collection).flatMap((word) =>
    ['Id', 'Uuid', 'Key', 'Code', 'No', 'Number'].map((end) => word + end),
  );
  const first = collection === 'users' ? ['userId', 'id'] : ['id'];
  return [...new Set([...first, ...own, 'userId', ...usualKeys])];
}

/** The first candidate among the names, else the first that differs only in case and separators. */
export function nameAmong(names: readonly string[], candidates: readonly string[]): string | undefined {
  return new Names(names).firstOf(candidates);
}

/** Names to look candidates up in. */
class Names {
  readonly #names: ReadonlySet<string>;
  readonly #plain: ReadonlyMap<string, string>;

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
    this.#plain = new Map([...this.#names].map((name) => [plainName(name), name]));
  }

  firstOf(candidates: readonly string[]): string | undefined {
    const exact = candidates.find((candidate) => this.#names.has(candidate));
    if (exact !== undefined) return exact;
    const found = candidates.find((candidate) => this.#plain.has(plainName(candidate)));
    return found === undefined ? undefined : this.#plain.get(plainName(found));
  }
}

/** As many records tell their key as well as all. */
export const keySample = 200;

/** Members of the sample whose names are read: of wide records, the first ones tell the names as well. */
const readMembers = 10_000;

/**
 * The member that gives the most of the records a key of their own; undefined if no candidate gives half of them one: a wrong
 * key is then no fault of the records.
 */
export function recognizeKey(collection: string, records: readonly JsonObject[]): string | undefined {
  const sample = records.slice(0, keySample);
  const names = new Names(namesIn(sample));
  let best: string | undefined;
  let most = 0;
  for (const candidate of keyCandidates(collection)) {
    const name = names.firstOf([candidate]);
    if (name === undefined) continue;
    const ids = new Set(sample.map((record) => idOf(member(record, name))).filter((id) => id !== undefined));
    if (ids.size > most) [best, most] = [name, ids.size];
    if (most === sample.length) break;
  }
  return 2 * most < sample.length ? undefined : best;
}

/** The first member with a usable value in every record of the sample and no value twice; undefined if none has. */
export function distinctKey(records: readonly JsonObject[]): string | undefined {
  return distinctIn(records, records.length).next().value;
}

/** Members of which as many are tried as keys. */
const triedMembers = 100;

/**
 * The members that could be the key by the sample: each has a usable value in at least `least` records, and no value twice.
 */
export function distinctMembers(records: readonly JsonObject[], least = records.length): readonly string[] {
  return [...distinctIn(records, least)];
}

function* distinctIn(records: readonly JsonObject[], least: number): Generator<string, undefined> {
  const sample = records.slice(0, keySample);
  for (const name of [...namesIn(sample)].slice(0, triedMembers)) {
    const ids = sample.flatMap((record) => idOf(member(record, name)) ?? []);
    if (ids.length > 0 && ids.length >= Math.min(least, sample.length) && new Set(ids).size === ids.length) yield name;
  }
}

function namesIn(records: readonly JsonObject[]): ReadonlySet<string> {
  const names = new Set<string>();
  let read = 0;
  for (const record of records) {
    const own = Object.keys(record);
    read += own.length;
    if (names.size > 0 && read > readMembers) break;
    for (const name of own) names.add(name);
  }
  return names;
}

function singularsOf(collection: string): readonly string[] {
  return [collection.replace(/ies$/, 'y'), collection.replace(/es$/, ''), collection.replace(/s$/, ''), collection];
}

function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** The member that identifies the records, and what tells it: its name, its values, or nothing, so that it is new. */
export interface ListKey {
  readonly key: string;
  readonly toldBy: 'name' | 'values' | 'nothing';
}

/** Fewer records may all differ in a member by chance, such as their status. */
const leastForValues = 10;

/** A text such as a code or a slug. A name of somebody has a space, and a client may want to change it. */
const identifier = /^[\w.~:@+-]{1,64}$/;

/** A name such as `personId` or `Employee ID`, and not "valid". */
const nameOfId = /[a-z0-9]I[dD]$|[_\s-][iI][dD]$/;

/** The key of a collection without records. */
export function usualKey(collection: string): string {
  return collection === 'users' ? 'userId' : 'id';
}

/**
 * The key of a list: the member whose name looks like one, or the first member if it is an id of anything and differs in every
 * record; else the first whose values look like identifiers and do so, else one that no record has. Pauses between passes over
 * the records.
 */
export function* keyOfList(collection: string, records: readonly JsonObject[]): Work<ListKey> {
  const named = recognizeKey(collection, records);
  if (named !== undefined) return { key: named, toldBy: 'name' };
  if (records.length === 0) return { key: usualKey(collection), toldBy: 'name' };
  yield;
  const [first = ''] = Object.keys(records[0] ?? {});
  if (nameOfId.test(first) && (yield* KeyIndex.inPieces(records, first))) return { key: first, toldBy: 'name' };
  const sample = records.slice(0, keySample);
  for (const name of sample.length < leastForValues ? [] : distinctMembers(sample)) {
    if (!sample.every((record) => isIdentifier(member(record, name)))) continue;
    if (yield* KeyIndex.inPieces(records, name)) return { key: name, toldBy: 'values' };
  }
  const key = yield* unusedName(records, [usualKey(collection), 'id', '_id', 'recordId']);
  return { key, toldBy: 'nothing' };
}

/** The records with a new key as their first member: 1, 2 and so on, in the order of the list. */
export function* withNewKeys(records: readonly JsonObject[], key: string): Work<readonly JsonObject[]> {
  let last = 0;
  const keyed = (record: JsonObject) => {
    last += 1;
    return { [key]: last, ...record };
  };
  return yield* mapInPieces(records, keyed, wholeRecordsLength);
}

/** A sentence about the key of a list with so many records; undefined if its name tells it. */
export function keyNote(collection: string, { key, toldBy }: ListKey, records: number): string | undefined {
  switch (toldBy) {
    case 'name':
      return undefined;
    case 'values':
      return `The key of ${collection} is ${quote(key)}: no member looks like a key, and this one is different in every record.`;
    case 'nothing':
      return records === 1
        ? `No member of ${collection} looks like a key, so its record gets ${quote(key)} 1.`
        : `No member of ${collection} looks like a key, so its records get ${quote(key)}, 1 to ${grouped(records)}.`;
  }
}

function isIdentifier(value: Json | undefined): boolean {
  return typeof value === 'string' && identifier.test(value);
}

/** The first of the names that no record has, else the first with a number. */
function* unusedName(records: readonly JsonObject[], names: readonly string[]): Work<string> {
  const [first = 'id'] = names;
  for (let number = 0; ; number += 1) {
    const wanted = number === 0 ? names : [`${first}${number + 1}`];
    const used = new Set<string>();
    yield* takeInPieces(records, (record) => {
      for (const name of wanted) if (member(record, name) !== undefined) used.add(name);
    });
    const free = wanted.find((name) => !used.has(name));
    if (free !== undefined) return free;
  }
}
