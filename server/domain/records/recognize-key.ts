/** Recognizes the member that identifies the records of a collection. */
import { type JsonObject, member } from '../json/json.ts';
import { idOf } from './key-index.ts';

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

/** The member that gives the most of the records a key of their own; undefined if no candidate gives any. */
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
  return best;
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
