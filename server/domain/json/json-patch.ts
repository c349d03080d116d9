import { accept, assertNever, type Result, refuse } from '../basics/result.ts';
import { firstDifference } from './difference.ts';
import { Draft, maxCopiedAgain } from './draft.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonEqual, member } from './json.ts';
import { limitFault } from './limits.ts';
import type { PatchStep } from './patch-step.ts';
import { formatPointer, type Pointer, parsePointer, valueAt } from './pointer.ts';
import { placeName, quote, valueName } from './wording.ts';

/** One operation of a JSON Patch (RFC 6902, section 4). */
export type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Pointer; readonly value: Json }
  | { readonly op: 'remove'; readonly path: Pointer }
  | { readonly op: 'move' | 'copy'; readonly from: Pointer; readonly path: Pointer };

/** Why a JSON Patch was refused. */
export interface PatchFault {
  /** The patch itself is wrong, its test failed on this document, or it does not fit this document. */
  readonly kind: 'malformed' | 'test-failed' | 'inapplicable';
  /** The operation, from 0; null when the fault is with the patch as a whole. */
  readonly index: number | null;
  /** A sentence. */
  readonly detail: string;
}

/**
 * The JSON Patch that an `application/json` body stands for: an array, or one object that is an operation by its members.
 * Undefined for every other value, which is a merge patch. An array is never meant as one: it would replace the record.
 */
export function jsonPatchIn(body: Json): readonly Json[] | undefined {
  if (isJsonArray(body)) return body;
  if (!isJsonObject(body) || !Object.hasOwn(body, 'op')) return undefined;
  const path = member(body, 'path');
  const known = Object.keys(body).every((name) => ['op', 'path', 'from', 'value'].includes(name));
  return known && typeof path === 'string' && parsePointer(path).ok ? [body] : undefined;
}

/** Reads a JSON Patch document. Members that RFC 6902 does not define are ignored, as its section 4 demands. */
export function parsePatch(patch: Json): Result<readonly Operation[], PatchFault> {
  if (!isJsonArray(patch)) {
    return refuse({ kind: 'malformed', index: null, detail: `A JSON Patch is an array, not ${valueName(patch)}.` });
  }
  const operations: Operation[] = [];
  for (const [index, value] of patch.entries()) {
    const operation = parseOperation(value);
    if (!operation.ok) return refuse({ kind: 'malformed', index, detail: operation.problem });
    operations.push(operation.value);
  }
  return accept(operations);
}

function parseOperation(operation: Json): Result<Operation, string> {
  if (!isJsonObject(operation)) return refuse(`An operation is an object, not ${valueName(operation)}.`);
  const op = member(operation, 'op');
  const path = pointerMember(operation, 'path');
  switch (op) {
    case 'add':
    case 'replace':
    case 'test': {
      const value = member(operation, 'value');
      if (!path.ok) return path;
      return value === undefined
        ? refuse(`The operation ${op} needs a value.`)
        : accept({ op, path: path.value, value });
    }
    case 'remove':
      return path.ok ? accept({ op, path: path.value }) : path;
    case 'move':
    case 'copy': {
      const from = pointerMember(operation, 'from');
      if (!path.ok) return path;
      if (!from.ok) return from;
      if (op === 'move' && isInside(path.value, from.value)) return refuse('A value cannot be moved into itself.');
      return accept({ op, from: from.value, path: path.value });
    }
    default: {
      const found = op === undefined ? 'it has none' : `it is ${valueName(op)}`;
      return refuse(`The op must be add, remove, replace, move, copy or test; ${found}.`);
    }
  }
}

function pointerMember(operation: JsonObject, name: 'path' | 'from'): Result<Pointer, string> {
  const text = member(operation, name);
  if (typeof text !== 'string') return refuse(`The operation needs a ${name}, a JSON pointer as a string.`);
  const pointer = parsePointer(text);
  return pointer.ok ? pointer : refuse(`The ${name} ${quote(text)} cannot be used: ${pointer.problem}`);
}

function isInside(path: Pointer, container: Pointer): boolean {
  return path.length > container.length && container.every((token, index) => token === path[index]);
}

/** What the operations of a patch did, one row each, up to and with the one that failed. */
interface PatchSteps {
  readonly steps: readonly PatchStep[];
}

/**
 * Applies all operations or none (RFC 5789, section 2). The document is never changed; the result shares with it what no
 * operation reached.
 */
export function applyPatch(
  document: Json,
  operations: readonly Operation[],
): Result<{ readonly value: Json } & PatchSteps, PatchFault & PatchSteps> {
  const draft = new Draft(document);
  const steps: PatchStep[] = [];
  for (const [index, operation] of operations.entries()) {
    const outcome = applyOperation(draft, operation);
    const detail = outcome.ok ? outcome.value : outcome.problem;
    steps.push({ operation: operation.op, path: formatPointer(operation.path), applied: outcome.ok, detail });
    if (!outcome.ok) {
      return refuse({ kind: operation.op === 'test' ? 'test-failed' : 'inapplicable', index, detail, steps });
    }
    if (draft.isExhausted) return refuse({ kind: 'inapplicable', index, detail: exhausted, steps });
  }
  const detail = draft.value === document ? undefined : limitFault(draft.value);
  if (detail !== undefined) return refuse({ kind: 'inapplicable', index: null, detail, steps });
  return accept({ value: draft.value, steps });
}

const exhausted = `The patch shifts and copies too much: besides the first copy of each value, ${maxCopiedAgain} members may be copied.`;

function applyOperation(draft: Draft, operation: Operation): Result<string, string> {
  switch (operation.op) {
    case 'add':
      return draft.add(operation.path, operation.value);
    case 'replace':
      return draft.replace(operation.path, operation.value);
    case 'remove':
      return draft.remove(operation.path);
    case 'move':
      return draft.move(operation.from, operation.path);
    case 'copy':
      return draft.copy(operation.from, operation.path);
    case 'test':
      return test(draft, operation.path, operation.value);
    default:
      return assertNever(operation);
  }
}

/** RFC 6902, section 4.6: a value that is not there is equal to nothing. */
function test(draft: Draft, path: Pointer, expected: Json): Result<string, string> {
  const found = draft.read(path);
  if (!found.ok) return found;
  if (jsonEqual(found.value, expected)) return accept(`Found ${valueName(expected)}, as expected.`);
  const place = firstDifference(found.value, expected) ?? [];
  const [here, wanted] = [valueAt(found.value, place), valueAt(expected, place)];
  return refuse(`Expected ${placeName([...path, ...place])} to be ${valueName(wanted)}, found ${valueName(here)}.`);
}
