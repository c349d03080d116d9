/** The collections of a recording, while they are found. */
import { isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import { collectionNameFor } from '../model/collection-definition.ts';
import { type CollectionPath, parsePath, pathFault } from '../model/collection-path.ts';
import { idOf } from '../records/key-index.ts';
import { distinctKey, keySample, recognizeKey } from '../records/recognize-key.ts';
import { listIn } from './recorded-list.ts';
import type { ListExchange } from './recorded-pages.ts';
import { keyInPath, listPattern, singular } from './recorded-paths.ts';
import type { UpstreamExchange } from './upstream-exchange.ts';

/** An exchange with a usable body. */
export interface Read extends UpstreamExchange {
  readonly number: number;
  readonly segments: readonly string[];
  readonly json: Json;
}

/** The traits of a collection that an exchange shows. */
export type Observation =
  | { readonly kind: 'list'; readonly number: number; readonly list: ListExchange }
  | { readonly kind: 'record'; readonly number: number; readonly record: JsonObject }
  | { readonly kind: 'removal'; readonly number: number; readonly id: string };

/** The collection at a path, while it is found. */
export interface Found {
  readonly name: string;
  readonly paths: Map<string, CollectionPath>;
  readonly observations: Observation[];
  /** The member that identifies a record in its path. */
  key: string | undefined;
}

/** The collections of a recording by the patterns of their lists. */
export class RecordedCollections {
  readonly #byPattern = new Map<string, Found>();
  readonly #names = new Map<string, Found>();

  found(): Iterable<Found> {
    return new Set(this.#byPattern.values());
  }

  lists(): readonly ListExchange[] {
    return [...this.found()].flatMap(({ observations }) =>
      observations.flatMap((observation) => (observation.kind === 'list' ? observation.list : [])),
    );
  }

  /** False if the exchange is not about a list that the mock can have. */
  addList({ method, segments, query, hasNext, json, number }: Read): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const list = listIn(json, segments.at(-1) ?? '');
    if (!list) return false;
    const pattern = listPattern(segments, list.records);
    if (pattern === null) return false;
    const found = this.#at(pattern, list.records);
    found.observations.push({ kind: 'list', number, list: { ...list, query, hasNext } });
    return true;
  }

  /** Adds a record, a removal or a singleton; returns why that cannot be, as a clause, or null. */
  addRecord({ method, segments, json, number }: Read): string | null {
    const last = segments.at(-1) ?? '';
    if (method === 'DELETE') return this.#addRemoval(segments, last, number);
    if (!isJsonObject(json)) return 'its body is neither a record nor a list of records';
    const record = unwrapped(json);
    const key = keyInPath(segments, record);
    if (key !== undefined) {
      const pattern = listPattern(segments.slice(0, -1), [record]);
      if (pattern === null) return 'no member of the record has a value of its path';
      const found = this.#at(pattern, [record]);
      found.key ??= key;
      addPath(found, `${pattern}/{${pathName(key)}}`, null);
      found.observations.push({ kind: 'record', number, record });
      return null;
    }
    const own = listPattern(segments, [record]);
    if (method === 'POST') {
      const found = own === null ? undefined : this.#byPattern.get(own);
      if (!found) return 'a POST elsewhere than to a list creates no record';
      found.observations.push({ kind: 'record', number, record });
      return null;
    }
    return this.#addSingleton(segments, record, number);
  }

  #addRemoval(segments: readonly string[], id: string, number: number): string | null {
    const parent = segments.slice(0, -1);
    const found = [...this.#byPattern].find(([pattern]) => matches(pattern, parent))?.[1];
    if (!found) return 'it removes a record that was not seen';
    found.observations.push({ kind: 'removal', number, id });
    return null;
  }

  /** A record at a path of its own, such as `/profile`, or one of a list, such as `/users/me`. */
  #addSingleton(segments: readonly string[], record: JsonObject, number: number): string | null {
    const pattern = listPattern(segments, []);
    const parent = listPattern(segments.slice(0, -1), []);
    if (pattern === null) return 'no member of the record has a value of its path';
    const listed = parent === null ? undefined : this.#byPattern.get(parent);
    const key = listed ? keyOf(listed) : undefined;
    const id = key === undefined ? undefined : idOf(member(record, key));
    if (listed && id !== undefined) {
      addPath(listed, pattern, id);
      listed.observations.push({ kind: 'record', number, record });
      return null;
    }
    const name = segments.at(-1) ?? '';
    const own = recognizeKey(name, [record]) ?? distinctKey([record]);
    const ownId = own === undefined ? undefined : idOf(member(record, own));
    if (own === undefined || ownId === undefined) return 'the record has no member that could be its key';
    const found = this.#at(pattern, [record], false);
    found.key ??= own;
    addPath(found, pattern, ownId);
    found.observations.push({ kind: 'record', number, record });
    return null;
  }

  /** The collection with lists at this pattern; lists of equal names with alike records share one. */
  #at(pattern: string, records: readonly JsonObject[], isList = true): Found {
    const known = this.#byPattern.get(pattern);
    if (known) return known;
    const fixed = pattern.split('/').filter((segment) => !segment.startsWith('{'));
    const simple = collectionNameOf(fixed.at(-1) ?? '');
    const taken = this.#names.get(simple);
    const shared = taken && isAlike(taken, records) ? taken : undefined;
    const parent = singular(fixed.at(-2) ?? '');
    const longer = parent === '' ? simple : collectionNameOf(`${parent}-${simple}`);
    const name = taken && !shared ? this.#free(longer) : simple;
    const found = shared ?? { name, paths: new Map(), observations: [], key: undefined };
    if (isList) addPath(found, pattern, null);
    this.#byPattern.set(pattern, found);
    this.#names.set(found.name, found);
    return found;
  }

  #free(name: string): string {
    let free = name;
    for (let index = 2; this.#names.has(free); index += 1) free = `${name}-${index}`;
    return free;
  }
}

/** The member that identifies the records. */
export function keyOf(found: Found): string {
  const sample = sampleOf(found);
  return found.key ?? recognizeKey(found.name, sample) ?? distinctKey(sample) ?? 'id';
}

export function sampleOf({ observations }: Found): readonly JsonObject[] {
  const sample: JsonObject[] = [];
  for (const observation of observations) {
    if (observation.kind === 'record') sample.push(observation.record);
    if (observation.kind === 'list') sample.push(...observation.list.records.slice(0, keySample));
    if (sample.length >= keySample) break;
  }
  return sample.slice(0, keySample);
}

/** True if the records have at least half of their members in common with those of the collection. */
function isAlike(found: Found, records: readonly JsonObject[]): boolean {
  const [mine] = sampleOf(found);
  const [theirs] = records;
  if (!mine || !theirs) return true;
  const names = Object.keys(mine);
  const common = Object.keys(theirs).filter((name) => names.includes(name)).length;
  return common * 2 >= Math.max(names.length, Object.keys(theirs).length);
}

/** The record in an envelope such as `{"data": …}`. */
function unwrapped(body: JsonObject): JsonObject {
  const inner = Object.keys(body).length === 1 ? member(body, 'data') : undefined;
  return inner !== undefined && isJsonObject(inner) ? inner : body;
}

function addPath({ paths }: Found, path: string, record: string | null): void {
  if (!paths.has(path) && pathFault({ path, record }) === undefined) paths.set(path, { path, record });
}

function matches(pattern: string, segments: readonly string[]): boolean {
  const parsed = parsePath(pattern);
  return (
    parsed.ok &&
    parsed.value.length === segments.length &&
    parsed.value.every((one, index) => one.kind === 'parameter' || one.text === segments[index])
  );
}

/** The name of a parameter for a key. */
export function pathName(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) ? key : 'id';
}

/** The name of a collection at a segment such as `orders.json`. */
function collectionNameOf(segment: string): string {
  return collectionNameFor(segment.replace(/\.json$/i, ''));
}
