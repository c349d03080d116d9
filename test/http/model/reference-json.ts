/*
 * JSON as the model needs it: equality, merge patch (RFC 7396) and JSON Patch (RFC 6902), plain and slow. Uses none of the
 * server's code.
 */
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';

/** A text that equal values share, with their members in any order. */
export function canonical(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`);
  return `{${members.sort().join(',')}}`;
}

export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return canonical(a) === canonical(b);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member of an object: `__proto__` is a name like any other. */
export function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A copy with a member set, or without it if the value is undefined. */
export function withOwn(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const others = Object.entries(object).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

export function merge(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  let result: JsonObject = isObject(target) ? target : {};
  for (const [name, value] of Object.entries(patch)) {
    result = withOwn(result, name, value === null ? undefined : merge(own(result, name), value));
  }
  return result;
}

/** An operation of a JSON Patch. The model generates only well-formed ones. */
export interface Operation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
}

/** The patched value, or the status with which the whole patch is refused. */
export function patch(target: Json, operations: readonly Operation[]): { value: Json } | { status: 400 | 409 | 422 } {
  // Such a document is malformed (RFC 6902, 4.4), even if an operation before it fails.
  if (operations.some(({ op, path, from }) => op === 'move' && path.startsWith(`${from}/`))) return { status: 400 };
  let value = target;
  for (const { op, path, from = '', value: given = null } of operations) {
    const source = op === 'move' || op === 'copy' ? at(value, steps(from)) : given;
    if (source === undefined) return { status: 422 };
    const present = at(value, steps(path));
    if (op === 'test') {
      if (present === undefined) return { status: 409 };
      if (!isSame(present, given)) return { status: 409 };
      continue;
    }
    if ((op === 'remove' || op === 'replace') && present === undefined) return { status: 422 };
    const base = op === 'move' ? change(value, steps(from), undefined, 'replace') : value;
    const next =
      base === undefined
        ? undefined
        : op === 'remove'
          ? change(base, steps(path), undefined, 'replace')
          : change(base, steps(path), source, op === 'replace' ? 'replace' : 'add');
    if (next === undefined) return { status: 422 };
    value = next;
  }
  return { value };
}

function steps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (isObject(value)) return at(own(value, name), rest);
  return Array.isArray(value) && /^(0|[1-9]\d*)$/.test(name) ? at(value[Number(name)], rest) : undefined;
}

/** The value with the place set, or removed; undefined if the place cannot be. Adding to an array inserts. */
function change(value: Json, path: readonly string[], to: Json | undefined, how: 'add' | 'replace'): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return to;
  if (isObject(value)) {
    if (rest.length === 0) return withOwn(value, name, to);
    const inner = own(value, name);
    const changed = inner === undefined ? undefined : change(inner, rest, to, how);
    return changed === undefined ? undefined : withOwn(value, name, changed);
  }
  if (!Array.isArray(value)) return undefined;
  const index = name === '-' ? value.length : /^(0|[1-9]\d*)$/.test(name) ? Number(name) : -1;
  if (rest.length > 0) {
    const inner = value[index];
    const changed = inner === undefined ? undefined : change(inner, rest, to, how);
    return changed === undefined ? undefined : value.with(index, changed);
  }
  if (index < 0 || index > value.length || (how === 'replace' && index === value.length)) return undefined;
  return value.toSpliced(index, how === 'add' ? 0 : 1, ...(to === undefined ? [] : [to]));
}
