import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import type { ReferenceCollection } from './reference-collection.ts';
import { isObject, isSame, merge, type Operation, own, patch, withOwn } from './reference-json.ts';
import { ghostOf, statusOf } from './reference-scenario.ts';
import type { ReferenceState } from './reference-state.ts';

/** Preconditions as a client sends them. */
export interface Conditions {
  readonly ifMatch?: '*' | readonly string[];
  readonly version?: string;
  readonly ifNoneMatch?: '*' | readonly string[];
}

export interface Validators {
  readonly tag: string;
  readonly version: number;
}

export type Body =
  | { readonly kind: 'merge'; readonly value: Json }
  | { readonly kind: 'patch'; readonly value: readonly Operation[] }
  | { readonly kind: 'record'; readonly value: Json }
  | { readonly kind: 'broken' }
  | { readonly kind: 'xml' };

export interface ModelRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE' | 'POST';
  readonly collection: string;
  /** Null for the collection itself. */
  readonly id: string | null;
  readonly session: string | null;
  /** The scenario that the request chooses, or null. */
  readonly scenario: string | null;
  readonly conditions: Conditions;
  readonly body?: Body;
}

/** What the response must be. */
export interface Expected {
  readonly status: number;
  /** The record that was read or written, as the response shows it. */
  readonly shown?: JsonObject;
  readonly id?: string;
  /** True if the record has a new version. */
  readonly isWritten?: true;
  /** Completes a write whose generated key only the response tells. */
  readonly withKey?: (key: Json) => Expected;
}

export function pathOf(collection: string, id: string | null): string {
  return `/api/${collection}${id === null ? '' : `/${encodeURIComponent(id)}`}`;
}

/**
 * Carries out a request on a record, or a POST, in the model. `current` is what the client last saw of the record; undefined
 * where it does not exist. Undefined if a ghost write has changed the record meanwhile.
 */
export function respond(state: ReferenceState, request: ModelRequest, current: Validators | undefined): Expected {
  const { method, collection: name, id, session, body } = request;
  const runs = state.runsOf(session);
  const chosen = request.scenario ?? runs.active;
  const scenario = state.scenario(chosen);
  const path = pathOf(name, id);
  const status = statusOf(scenario, method, path);
  if (status !== undefined) return { status };
  const collection = state.collections.get(name);
  if (!collection) return { status: 404 };
  if (id === null)
    return create(collection, session, request, (key) => shownAs(state, collection, request, key, chosen));

  const ghost = ghostOf(scenario, method, path);
  const before = collection.read(session, id);
  const isTouched = ghost !== undefined && before !== undefined;
  if (isTouched) {
    const changed = merge(before, ghost);
    const isValid = isObject(changed) && isSameKey(collection, changed, before) && collection.definition.fits(changed);
    collection.write(session, id, isValid ? changed : before);
  }
  const stored = collection.read(session, id);
  const shown = state.shown(collection, session, id, chosen);
  if (!stored && method !== 'PUT') return { status: 404 };
  if (body?.kind === 'xml') return { status: 415 };
  if (state.settings.requirePrecondition === true && isWrite(method) && isUnconditional(request.conditions)) {
    return { status: 428 };
  }
  const judged = judge(request.conditions, stored ? (isTouched ? 'changed' : current) : undefined, method);
  if (judged !== null) return { status: judged };
  if (method === 'GET' || method === 'HEAD') return { status: 200, id, ...(shown && { shown }) };
  if (method === 'DELETE') {
    collection.write(session, id, undefined);
    return { status: 204, id };
  }
  const result = bodyAfter(body, shown);
  if ('status' in result) return result;
  const given = own(result.value, collection.definition.key);
  // A key of null is one that cannot be, not one that is missing.
  const key = given === undefined && stored ? own(stored, collection.definition.key) : given;
  const store = (known: Json): Expected => {
    const value = withOwn(result.value, collection.definition.key, known);
    if (stored ? !isSameKey(collection, value, stored) : String(known) !== id) return { status: 422 };
    if (!collection.definition.fits(value)) return { status: 422 };
    collection.write(session, id, stored && shown ? unlaid(value, stored, shown) : value);
    const now = shownAs(state, collection, request, id, chosen);
    return { status: stored ? 200 : 201, id, isWritten: true, ...now };
  };
  // A PATCH that removes the key does not get it back.
  if (method === 'PATCH' && given === undefined) return { status: 422 };
  return key === undefined ? { status: 201, withKey: store } : store(key);
}

function shownAs(
  state: ReferenceState,
  collection: ReferenceCollection,
  { session }: ModelRequest,
  id: string,
  scenario: string,
): { readonly shown?: JsonObject } {
  const shown = state.shown(collection, session, id, scenario);
  return shown ? { shown } : {};
}

function create(
  collection: ReferenceCollection,
  session: string | null,
  { body }: ModelRequest,
  shown: (id: string) => { readonly shown?: JsonObject },
): Expected {
  if (body?.kind === 'xml') return { status: 415 };
  if (body?.kind !== 'record') return { status: 400 };
  const given = body.value;
  if (!isObject(given)) return { status: 422 };
  const store = (key: Json): Expected => {
    if (!isKey(key)) return { status: 422 };
    const id = String(key);
    if (collection.read(session, id)) return { status: 409 };
    const value = withOwn(given, collection.definition.key, key);
    if (!collection.definition.fits(value)) return { status: 422 };
    collection.write(session, id, value);
    return { status: 201, id, isWritten: true, ...shown(id) };
  };
  const key = own(given, collection.definition.key);
  if (key !== undefined) return store(key);
  // The key that is generated cannot be guessed, but it fits.
  return collection.definition.fits(withOwn(given, collection.definition.key, 'key')) ||
    collection.definition.fits(withOwn(given, collection.definition.key, 1))
    ? { status: 201, withKey: store }
    : { status: 422 };
}

/** A key that a path can carry, as far as the model's requests go. */
function isKey(key: Json): boolean {
  return typeof key === 'number' ? Number.isSafeInteger(key) : typeof key === 'string' && key !== '' && key !== '.';
}

function isSameKey({ definition: { key } }: ReferenceCollection, a: JsonObject, b: JsonObject): boolean {
  return isSame(own(a, key), own(b, key));
}

/** A status that the scenario shows, and that the write repeats, is not stored. */
function unlaid(value: JsonObject, stored: JsonObject, shown: JsonObject): JsonObject {
  if (isSame(own(stored, 'status'), own(shown, 'status')) || !isSame(own(value, 'status'), own(shown, 'status')))
    return value;
  return withOwn(value, 'status', own(stored, 'status'));
}

/** The record after a write, or the status of its refusal. */
function bodyAfter(body: Body | undefined, shown: JsonObject | undefined): { value: JsonObject } | { status: number } {
  if (body?.kind === 'record') return isObject(body.value) ? { value: body.value } : { status: 422 };
  if (body?.kind !== 'merge' && body?.kind !== 'patch') return { status: 400 };
  const patched = body.kind === 'merge' ? { value: merge(shown, body.value) } : patch(shown ?? null, body.value);
  if ('status' in patched) return patched;
  return isObject(patched.value) ? { value: patched.value } : { status: 422 };
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function isUnconditional({ ifMatch, version, ifNoneMatch }: Conditions): boolean {
  return ifMatch === undefined && version === undefined && ifNoneMatch === undefined;
}

/** RFC 9110, section 13.2.2: the status that a condition gives, or null if all hold. */
function judge(
  { ifMatch, version, ifNoneMatch }: Conditions,
  current: Validators | 'changed' | undefined,
  method: string,
): number | null {
  const tag = current === 'changed' ? undefined : current?.tag;
  if (ifMatch !== undefined && (ifMatch === '*' ? !current : !ifMatch.some((one) => one === tag))) return 412;
  if (version !== undefined) {
    if (!/^\d+$/.test(version)) return 400;
    if (!current || current === 'changed' || Number(version) !== current.version) return 412;
  }
  if (ifNoneMatch === undefined) return null;
  const isMatched =
    ifNoneMatch === '*' ? current !== undefined : ifNoneMatch.some((one) => one.replace(/^W\//, '') === tag);
  if (!isMatched) return null;
  return isWrite(method) ? 412 : 304;
}
