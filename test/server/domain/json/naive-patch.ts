import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../../../server/domain/json/json-patch.ts';

/**
 * A slow and obvious JSON Patch that copies every value first, so that nothing is shared. Undefined if an operation cannot
 * be applied. Values are typed loosely because they are changed in place.
 */
export function naivePatch(document: unknown, operations: readonly Operation[]): unknown {
  let result = copy(document);
  for (const operation of operations) {
    if (result === undefined) return undefined;
    result = apply(result, operation);
  }
  return result;
}

function apply(root: unknown, operation: Operation): unknown {
  switch (operation.op) {
    case 'test':
      return isDeepStrictEqual(find(root, operation.path), operation.value) ? root : undefined;
    case 'add':
      return insert(root, operation.path, operation.value);
    case 'remove':
      return remove(root, operation.path);
    case 'replace': {
      if (operation.path.length === 0) return operation.value;
      const removed = remove(root, operation.path);
      return removed === undefined ? undefined : insert(removed, operation.path, operation.value);
    }
    case 'copy': {
      const value = find(root, operation.from);
      return value === undefined ? undefined : insert(root, operation.path, value);
    }
    case 'move': {
      const value = find(root, operation.from);
      if (isDeepStrictEqual(operation.from, operation.path)) return value === undefined ? undefined : root;
      const removed = remove(root, operation.from);
      return removed === undefined ? undefined : insert(removed, operation.path, value);
    }
  }
}

function find(root: unknown, path: readonly string[]): unknown {
  return path.reduce((value, token) => members(value).find(([name]) => name === token)?.[1], root);
}

/** The members of an object or the elements of an array by index; empty for any other value. */
function members(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function insert(root: unknown, path: readonly string[], value: unknown): unknown {
  if (path.length === 0) return copy(value);
  const changed = copy(root);
  const parent = find(changed, path.slice(0, -1));
  const name = path.at(-1) ?? '';
  if (Array.isArray(parent)) {
    const index = name === '-' ? String(parent.length) : name;
    if (![...parent.keys(), parent.length].map(String).includes(index)) return undefined;
    parent.splice(Number(index), 0, copy(value));
    return changed;
  }
  if (typeof parent !== 'object' || parent === null) return undefined;
  Object.defineProperty(parent, name, { value: copy(value), configurable: true, enumerable: true, writable: true });
  return changed;
}

function remove(root: unknown, path: readonly string[]): unknown {
  if (path.length === 0 || find(root, path) === undefined) return undefined;
  const changed = copy(root);
  const parent = find(changed, path.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1);
  else Reflect.deleteProperty(parent as object, path.at(-1) ?? '');
  return changed;
}

function copy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
