import { accept, type Result, refuse } from '../basics/result.ts';
import { isJsonArray, isJsonObject, type Json, setMember } from './json.ts';
import { arrayIndex, child, formatPointer, type Pointer, valueAt } from './pointer.ts';
import { count, excerpt, placeName, quote, valueName } from './wording.ts';

type Container = Json[] | { [name: string]: Json };

/**
 * How many members a draft may copy a second time. Without this limit, a patch that copies a wide value and writes into
 * each copy would cost the number of operations times the width of the value.
 */
export const maxCopiedAgain = 10_000;

/** How many array elements cost as much to copy as one object member: an array is one block of memory. */
export const copiedPerMember = 5;

/** How many array elements cost as much to shift as one object member. */
const shiftedPerMember = 5120;

/**
 * A copy-on-write document. The draft copies an array or object on the first write to it and owns that copy from then
 * on, so many operations on a large array copy it once. The original document never changes, and the result shares every
 * untouched value with it. Each operation returns a sentence: what it changed, or why it failed.
 */
export class Draft {
  #root: Json;
  /**
   * Containers that the draft owns; each is referenced once. A container inside one that the draft does not own counts
   * as shared, even if it is in this map.
   */
  readonly #owned = new Map<Json, Container>();
  /** Containers that were copied, and the copies. */
  readonly #copied = new Set<Json>();
  #copiedAgain = 0;

  constructor(document: Json) {
    this.#root = document;
  }

  /** The current document. Later operations may change it. */
  get value(): Json {
    return this.#root;
  }

  /** True once the operations exceed {@link maxCopiedAgain}. */
  get isExhausted(): boolean {
    return this.#copiedAgain > maxCopiedAgain;
  }

  /** Returns the value at the path, or a sentence that says what is missing. */
  read(path: Pointer): Result<Json, string> {
    const value = valueAt(this.#root, path);
    return value === undefined ? refuse(missing(this.#root, path)) : accept(value);
  }

  /** Inserts an element, or adds or replaces a member (RFC 6902, section 4.1). */
  add(path: Pointer, value: Json): Result<string, string> {
    const token = path.at(-1);
    if (token === undefined) return this.#replaceRoot(value);
    const container = this.#open(path.slice(0, -1));
    if (Array.isArray(container)) {
      const index = token === '-' ? container.length : arrayIndex(token);
      if (index === undefined || index > container.length) return refuse(missing(this.#root, path));
      this.#copiedAgain += (container.length - index) / shiftedPerMember;
      container.splice(index, 0, value);
      return accept(`Inserted element ${index}; the array now has ${count(container.length, 'element')}.`);
    }
    if (container === undefined) return refuse(missing(this.#root, path));
    const verb = Object.hasOwn(container, token) ? 'Replaced' : 'Added';
    setMember(container, token, value);
    return accept(`${verb} the member ${quote(token)}.`);
  }

  /** Copies a value (RFC 6902, section 4.5). It is then referenced twice, so the draft no longer owns it. */
  copy(from: Pointer, path: Pointer): Result<string, string> {
    const source = this.read(from);
    if (!source.ok) return source;
    this.#owned.delete(source.value);
    return cameFrom(from, this.add(path, source.value));
  }

  /** Removes a value, then adds it (RFC 6902, section 4.4): `path` counts elements after the removal. */
  move(from: Pointer, path: Pointer): Result<string, string> {
    const source = this.read(from);
    if (!source.ok) return source;
    if (formatPointer(from) === formatPointer(path)) return accept('Moved nothing: both places are the same.');
    const removed = this.remove(from);
    return removed.ok ? cameFrom(from, this.add(path, source.value)) : removed;
  }

  /** Removes a member or an element (RFC 6902, section 4.2). The root cannot be removed. */
  remove(path: Pointer): Result<string, string> {
    const token = path.at(-1);
    if (token === undefined) return refuse('The whole document cannot be removed.');
    const container = this.#open(path.slice(0, -1));
    if (container === undefined || child(container, token) === undefined) return refuse(missing(this.#root, path));
    if (Array.isArray(container)) {
      this.#copiedAgain += (container.length - Number(token)) / shiftedPerMember;
      container.splice(Number(token), 1);
      return accept(`Removed element ${token}; the array now has ${count(container.length, 'element')}.`);
    }
    delete container[token];
    return accept(`Removed the member ${quote(token)}.`);
  }

  /** Replaces an existing value (RFC 6902, section 4.3). A member keeps its position in the object. */
  replace(path: Pointer, value: Json): Result<string, string> {
    const token = path.at(-1);
    if (token === undefined) return this.#replaceRoot(value);
    const container = this.#open(path.slice(0, -1));
    const before = container && child(container, token);
    if (container === undefined || before === undefined) return refuse(missing(this.#root, path));
    put(container, token, value);
    return accept(`Replaced ${valueName(before)} with ${valueName(value)}.`);
  }

  #replaceRoot(value: Json): Result<string, string> {
    this.#root = value;
    return accept('Replaced the whole document.');
  }

  /** Makes the draft own the container at the path and every container around it; undefined if there is no container. */
  #open(path: Pointer): Container | undefined {
    let container = this.#own(this.#root);
    if (container) this.#root = container;
    for (const token of path) {
      const inner = container && this.#own(child(container, token));
      if (container && inner) put(container, token, inner);
      container = inner;
    }
    return container;
  }

  #own(value: Json | undefined): Container | undefined {
    if (!isJsonArray(value) && !isJsonObject(value)) return undefined;
    const owned = this.#owned.get(value);
    if (owned) return owned;
    const copy = isJsonArray(value) ? value.slice() : { ...value };
    if (this.#copied.has(value)) this.#shareInner(copy);
    this.#copied.add(value).add(copy);
    this.#owned.set(copy, copy);
    return copy;
  }

  /** Values inside a container that was copied twice are referenced twice, so the draft no longer owns them. */
  #shareInner(copy: Container): void {
    const inner = Object.values(copy);
    for (const value of inner) this.#owned.delete(value);
    this.#copiedAgain += inner.length / (Array.isArray(copy) ? copiedPerMember : 1);
  }
}

function cameFrom(from: Pointer, outcome: Result<string, string>): Result<string, string> {
  return outcome.ok ? accept(`${outcome.value} It came from ${placeName(from)}.`) : outcome;
}

/** Sets an element or member that exists. */
function put(container: Container, token: string, value: Json): void {
  if (Array.isArray(container)) container[Number(token)] = value;
  else setMember(container, token, value);
}

/** A sentence that names the first token of the path without a value. */
function missing(document: Json, path: Pointer): string {
  let parent = document;
  for (const [depth, token] of path.entries()) {
    const inner = child(parent, token);
    if (inner === undefined) return noChild(parent, token, path.slice(0, depth));
    parent = inner;
  }
  throw new Error(`Nothing is missing at ${formatPointer(path)}`);
}

function noChild(parent: Json, token: string, place: Pointer): string {
  const where = placeName(place);
  if (isJsonObject(parent)) return `There is no member ${quote(token)} in ${where}.`;
  if (!isJsonArray(parent)) return `There is nothing inside ${where}, which is ${valueName(parent)}.`;
  if (token === '-') return `"-" is the place after the last element of ${where}, where there is no value.`;
  if (arrayIndex(token) === undefined) return `${quote(token)} is not an array index, and ${where} is an array.`;
  return `There is no element ${excerpt(token)} in ${where}, which has ${count(parent.length, 'element')}.`;
}
