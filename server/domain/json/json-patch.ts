import { accept, assertNever, type Result, refuse } from '../basics/result.ts';
import { firstDifference } from './difference.ts';
import { copiedPerMember, Draft, maxCopiedAgain } from './draft.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonEqual, member } from './json.ts';
import { limitFault } from './limits.ts';
import { formatPointer, type Pointer, parsePointer, valueAt } from './pointer.ts';
import { placeName, quote, valueName } from './wording.ts';

/** One step of an explained patch: an operation of a JSON Patch, or a member of a merge patch. */
export interface PatchStep {
  readonly operation: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  /** JSON pointer (RFC 6901) of the value concerned. */
  readonly path: string;
  /** False for the operation that failed, and for each step of a patch that a response refused. */
  readonly applied: boolean;
  /** The step worked, but the response refused the whole patch, so it was not written. Missing for other steps. */
  readonly rolledBack?: true;
  /** A sentence: what happened, or why the operation failed. */
  readonly detail: string;
}

/** One operation of a JSON Patch (RFC 6902, section 4). */
export type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Pointer; readonly value: Json }
  | { readonly op: 'remove'; readonly path: Pointer }
  | { readonly op: 'move' | 'copy'; readonly from: Pointer; readonly path: Pointer };

/** Why a JSON Patch was refused. */
export interface PatchFault {
  /** `malformed`: not a valid patch. `test-failed`, `inapplicable`: an operation failed on this document. */
  readonly kind: 'malformed' | 'test-failed' | 'inapplicable';
  /** The index of the operation; null if the fault concerns the whole patch. */
  readonly index: number | null;
  /** A sentence. */
  readonly detail: string;
}

/**
 * Recognizes a JSON Patch in an `application/json` body: an array, or one object with the members of an operation.
 * Undefined for every other value, which is a merge patch. An array as a merge patch would replace the record.
 */
export function jsonPatchIn(body: Json): readonly Json[] | undefined {
  if (isJsonArray(body)) return body;
  if (!isJsonObject(body) || !Object.hasOwn(body, 'op')) return undefined;
  const path = member(body, 'path');
  const known = Object.keys(body).every((name) => ['op', 'path', 'from', 'value'].includes(name));
  return known && typeof path === 'string' && parsePointer(path).ok ? [body] : undefined;
}

/** Reads a JSON Patch. Ignores members that RFC 6902 does not define, as its section 4 demands. */
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

/** One step for each operation, up to and including the one that failed. */
interface PatchSteps {
  readonly steps: readonly PatchStep[];
}

/**
 * Applies all operations or none (RFC 5789, section 2). The document never changes; the result shares untouched values
 * with it.
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

const exhausted = `The patch shifts and copies too much: besides the first copy of each value, ${maxCopiedAgain} members or ${maxCopiedAgain * copiedPerMember} elements may be copied.`;

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

/** Compares values (RFC 6902, section 4.6). A missing value fails the test. */
function test(draft: Draft, path: Pointer, expected: Json): Result<string, string> {
  const found = draft.read(path);
  if (!found.ok) return found;
  if (jsonEqual(found.value, expected)) return accept(`Found ${valueName(expected)}, as expected.`);
  const place = firstDifference(found.value, expected) ?? [];
  const [here, wanted] = [valueAt(found.value, place), valueAt(expected, place)];
  return refuse(`Expected ${placeName([...path, ...place])} to be ${valueName(wanted)}, found ${valueName(here)}.`);
}
