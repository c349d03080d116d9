/**
 * YAML 1.2 as JSON. Refuses values that JSON cannot express, with their line. Counts the values behind aliases, so that a
 * short text cannot expand without bound. Applies merge keys, although YAML 1.2 has dropped them.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Scalar,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { problem } from '../../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../../domain/basics/result.ts';
import { pieceLength, type Work } from '../../../domain/basics/work.ts';
import { isExactNumber } from '../../../domain/json/exact-number.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../domain/json/json.ts';
import { maxDepth } from '../../../domain/json/limits.ts';
import { count, excerpt, quote } from '../../../domain/json/wording.ts';
import { composePieces, type YamlPieces } from './yaml-pieces.ts';

export interface YamlText {
  readonly value: Json;
  /** Sentences about warnings and rounded numbers. */
  readonly notes: readonly string[];
}

/** Always YAML 1.2. The reader checks for unique keys itself, because the package compares each key with every other. */
const options = {
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'error',
} as const;

/** The most values that all aliases together may stand for. */
const aliasLimit = 1_000_000;

const tooDeep = `the text is nested deeper than ${maxDepth} levels`;

/** Parses a YAML text of one document, with pauses. Refused with `invalid-workspace` at a line and a column. */
export function* parseYaml(text: string): Work<Result<YamlText>> {
  const lines = new LineCounter();
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `Line ${line}, column ${col}`;
  };
  const document = yield* composePieces(text, options, lines, maxDepth);
  const [error] = document.errors;
  if (error) return refuse(problem('invalid-workspace', `${place(error.pos[0])}: ${clauseOf(error)}.`));
  const reader = new Reader(document.parts);
  const value = yield* reader.read(document.root);
  const { fault, rounded } = reader;
  if (fault) return refuse(problem('invalid-workspace', `${place(fault.offset)}: ${fault.reason}.`));
  const [warning] = document.warnings;
  const notes = warning ? [`${place(warning.pos[0])}: ${clauseOf(warning)}${others(document.warnings)}.`] : [];
  const [first] = rounded;
  if (first) {
    notes.push(`${place(first.offset)}: the number ${first.reason} was rounded${others(rounded)}.`);
  }
  return accept({ value, notes });
}

function clauseOf({ code, message }: YAMLError): string {
  if (code === 'RESOURCE_EXHAUSTION') return tooDeep;
  return message.replace(/\.$/, '').replaceAll(/\s+/g, ' ');
}

function others(all: readonly unknown[]): string {
  return all.length === 1 ? '' : ` (and ${count(all.length - 1, 'other')})`;
}

interface Fault {
  readonly offset: number;
  readonly reason: string;
}

/** Converts nodes to JSON values. The result is valid only if there is no fault. */
class Reader {
  fault: Fault | undefined;
  /** Numbers that a double cannot hold. */
  readonly rounded: Fault[] = [];
  /** The latest value of each anchor, with the number of values in it. */
  readonly #anchors = new Map<string, { readonly value: Json; readonly size: number }>();
  readonly #parts: YamlPieces['parts'];
  #size = 0;
  #aliased = 0;

  constructor(parts: YamlPieces['parts']) {
    this.#parts = parts;
  }

  *read(node: unknown, depth = 0): Work<Json> {
    if (this.fault || node === null || node === undefined) return null;
    if (isAlias(node)) return this.#alias(node.source, node);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) throw new Error('Unknown kind of YAML node');
    if (depth > maxDepth) return this.#refuse(node, tooDeep);
    const before = this.#size;
    this.#size += 1;
    if (this.#size % pieceLength === 0) yield;
    const parts = isScalar(node) ? (this.#parts.get(offsetOf(node)) ?? [node]) : [node];
    const value = yield* this.#value(parts, depth);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, { value, size: this.#size - before });
    return value;
  }

  /** The value of a node, or of a collection in parts. */
  *#value(parts: readonly Node[], depth: number): Work<Json> {
    const [first] = parts;
    if (isScalar(first)) return this.#scalar(first.value, first);
    if (isMap(first)) return yield* this.#map(parts.filter(isMap), depth + 1);
    const elements: Json[] = [];
    for (const item of parts.filter(isSeq).flatMap(({ items }) => items))
      elements.push(yield* this.read(item, depth + 1));
    return elements;
  }

  #alias(name: string, node: Node): Json {
    const anchor = this.#anchors.get(name);
    if (!anchor) return this.#refuse(node, `there is no anchor ${quote(name)} before this alias`);
    this.#size += anchor.size;
    this.#aliased += anchor.size;
    if (this.#aliased <= aliasLimit) return anchor.value;
    return this.#refuse(node, `the aliases stand for more than ${aliasLimit} values`);
  }

  *#map(parts: readonly YAMLMap[], depth: number): Work<Json> {
    const own = new Map<string, Json>();
    let merged: JsonObject = {};
    for (const { key, value } of parts.flatMap(({ items }) => items)) {
      if (!isScalar(key) || typeof key.value !== 'string') return this.#refuse(parts[0], 'a key must be text');
      const inner = yield* this.read(value, depth);
      if (key.value === '<<' && key.type === 'PLAIN') merged = { ...this.#merge(inner, key), ...merged };
      else if (own.has(key.value)) this.#refuse(key, `there is a key ${quote(key.value)} already`);
      else own.set(key.value, inner);
    }
    return { ...merged, ...Object.fromEntries(own) };
  }

  /** The members that a merge key adds; an earlier object takes precedence over a later one. */
  #merge(value: Json, key: Node): JsonObject {
    const sources = isJsonArray(value) ? value : [value];
    let merged: JsonObject = {};
    for (const source of sources) {
      if (isJsonObject(source)) merged = { ...source, ...merged };
      else this.#refuse(key, 'only objects can be merged');
    }
    return merged;
  }

  #scalar(value: unknown, node: Scalar): Json {
    switch (typeof value) {
      case 'number':
        return this.#number(value, node);
      case 'string':
        return value.isWellFormed() ? value : this.#refuse(node, 'the text has half of a surrogate pair');
      case 'boolean':
        return value;
      default:
        return null;
    }
  }

  #number(value: number, node: Scalar): Json {
    const { source = '' } = node;
    if (!Number.isFinite(value)) return this.#refuse(node, `JSON has no number ${excerpt(source)}`);
    if (!isExact(source, value)) this.rounded.push({ offset: offsetOf(node), reason: excerpt(source) });
    return value;
  }

  #refuse(node: Node | undefined, reason: string): null {
    this.fault ??= { offset: offsetOf(node), reason };
    return null;
  }
}

/** Whether a double holds the number of a source, which may be spelled in more ways than in JSON, such as +1, .5 or 0x1F. */
function isExact(source: string, value: number): boolean {
  if (/^0[ox]/.test(source)) return BigInt(source) === BigInt(value);
  const inJson = source
    .replace('+', '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?!\d)/, '');
  return isExactNumber(inJson);
}

function offsetOf(node: Node | undefined): number {
  return node?.range?.[0] ?? 0;
}
