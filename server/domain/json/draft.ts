import { accept, type Result, refuse } from '../basics/result.ts';
import { isJsonArray, isJsonObject, type Json, setMember } from './json.ts';
import { arrayIndex, child, formatPointer, type Pointer, valueAt } from './pointer.ts';
import { count, excerpt, placeName, quote, valueName } from './wording.ts';

type Container = Json[] | { [name: string]: Json };

/**
 * Members that a draft may copy a second time. Without a limit, a patch that writes into each copy of a wide value would
 * cost its length times the width of the value.
 */
export const maxCopiedAgain = 100_000;

/** Elements that cost as much to shift, or to copy, as one member of an object: an array is one block of memory. */
const elementsPerMember = 1024;

/**
 * A document under change. A container is copied when it is first written and is the draft's own from then on, so many
 * operations on a large array copy it once; the document that the draft started from is never touched, and what no
 * operation reached is shared with it. Every change says in a sentence what it did, or why it could not be done.
 */
export class Draft {
  #root: Json;
  /**
   * The draft's own containers: each stands at one place. A container inside one that is not the draft's own counts as
   * shared, whatever this map says.
   */
  readonly #owned = new Map<Json, Container>();
  /** Containers that were copied, and their copies. */
  readonly #copied = new Set<Json>();
  #copiedAgain = 0;

  constructor(document: Json) {
    this.#root = document;
  }

  /** The document as it is now. It may be kept once the draft is not used any more. */
  get value(): Json {
    return this.#root;
  }

  /** True once the operations have cost more than {@link maxCopiedAgain} allows. */
  get isExhausted(): boolean {
    return this.#copiedAgain > maxCopiedAgain;
  }

  /** The value at that place; the refusal says what is missing. */
  read(path: Pointer): Result<Json, string> {
    const value = valueAt(this.#root, path);
    return value === undefined ? refuse(missing(this.#root, path)) : accept(value);
  }

  /** RFC 6902, section 4.1: inserts an element, or sets a member whether it exists or not. */
  add(path: Pointer, value: Json): Result<string, string> {
    const token = path.at(-1);
    if (token === undefined) return this.#replaceRoot(value);
    const container = this.#open(path.slice(0, -1));
    if (Array.isArray(container)) {
      const index = token === '-' ? container.length : arrayIndex(token);
      if (index === undefined || index > container.length) return refuse(missing(this.#root, path));
      this.#copiedAgain += (container.length - index) / elementsPerMember;
      container.splice(index, 0, value);
      return accept(`Inserted element ${index}; the array now has ${count(container.length, 'element')}.`);
    }
    if (container === undefined) return refuse(missing(this.#root, path));
    const verb = Object.hasOwn(container, token) ? 'Replaced' : 'Added';
    setMember(container, token, value);
    return accept(`${verb} the member ${quote(token)}.`);
  }

  /** RFC 6902, section 4.5. The value then stands at two places, so it is the draft's own no longer. */
  copy(from: Pointer, path: Pointer): Result<string, string> {
    const source = this.read(from);
    if (!source.ok) return source;
    this.#owned.delete(source.value);
    return cameFrom(from, this.add(path, source.value));
  }

  /** RFC 6902, section 4.4: removed first, then added, so the path counts elements as they are after the removal. */
  move(from: Pointer, path: Pointer): Result<string, string> {
    const source = this.read(from);
    if (!source.ok) return source;
    if (formatPointer(from) === formatPointer(path)) return accept('Moved nothing: both places are the same.');
    const removed = this.remove(from);
    return removed.ok ? cameFrom(from, this.add(path, source.value)) : removed;
  }

  /** RFC 6902, section 4.2. A patch changes a document and cannot do away with it, so the root stays. */
  remove(path: Pointer): Result<string, string> {
    const token = path.at(-1);
    if (token === undefined) return refuse('The whole document cannot be removed.');
    const container = this.#open(path.slice(0, -1));
    if (container === undefined || child(container, token) === undefined) return refuse(missing(this.#root, path));
    if (Array.isArray(container)) {
      this.#copiedAgain += (container.length - Number(token)) / elementsPerMember;
      container.splice(Number(token), 1);
      return accept(`Removed element ${token}; the array now has ${count(container.length, 'element')}.`);
    }
    delete container[token];
    return accept(`Removed the member ${quote(token)}.`);
  }

  /** RFC 6902, section 4.3: something must be there, and its successor takes its place among the members. */
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

  /** The container at that place, made the draft's own together with all that it stands in; undefined when there is none. */
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

  /** What is inside a container that was copied twice stands at two places. */
  #shareInner(copy: Container): void {
    const inner = Object.values(copy);
    for (const value of inner) this.#owned.delete(value);
    this.#copiedAgain += inner.length;
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

/** Why there is nothing at that place, in a sentence that names the first step of the path that leads nowhere. */
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
