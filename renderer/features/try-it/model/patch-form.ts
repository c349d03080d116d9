import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonEqual,
  member,
  setMember,
} from '../../../../server/domain/json/json.ts';
import { applyPatch, jsonPatchIn, parsePatch } from '../../../../server/domain/json/json-patch.ts';
import { mergePatch } from '../../../../server/domain/json/merge-patch.ts';
import { jsonPatchBetween, mergePatchBetween } from '../../../../server/domain/json/patch-between.ts';
import { formatPointer, type Pointer, parsePointer } from '../../../../server/domain/json/pointer.ts';

/** The format of a PATCH body. */
export type PatchFormat = 'merge-patch' | 'json-patch';

export const mediaTypes: Readonly<Record<PatchFormat, string>> = {
  'merge-patch': 'application/merge-patch+json',
  'json-patch': 'application/json-patch+json',
};

/** A PATCH body applied to a record. */
export interface Change {
  readonly format: PatchFormat;
  readonly outcome: JsonObject;
  /** Operations of the body that neither the form nor a merge patch can express. */
  readonly beyond: readonly string[];
}

/** The format that the mock reads a body as: by its media type, and for `application/json` by its content. */
function formatOf(mediaType: string | undefined, body: Json): PatchFormat {
  if (mediaType?.includes('json-patch')) return 'json-patch';
  if (mediaType?.includes('merge-patch')) return 'merge-patch';
  return jsonPatchIn(body) ? 'json-patch' : 'merge-patch';
}

/** Applies a body to a record. An invalid body gives a sentence with the reason. */
export function readChange(record: JsonObject, mediaType: string | undefined, body: string): Result<Change, string> {
  const parsed = parseBody(body);
  if (!parsed.ok) return parsed;
  const format = formatOf(mediaType, parsed.value);
  if (format === 'merge-patch') {
    const outcome = mergePatch(record, parsed.value);
    return isJsonObject(outcome)
      ? accept({ format, outcome, beyond: [] })
      : refuse('A merge patch must be a JSON object.');
  }
  const operations = parsePatch(jsonPatchIn(parsed.value) ?? parsed.value);
  if (!operations.ok) return refuse(operations.problem.detail);
  const applied = applyPatch(record, operations.value);
  if (!applied.ok) return refuse(applied.problem.detail);
  const outcome = applied.value.value;
  if (!isJsonObject(outcome)) return refuse('The patch would replace the record with something other than an object.');
  const beyond = operations.value
    .filter(({ op }) => op === 'test' || op === 'move' || op === 'copy')
    .map(({ op }) => op);
  return accept({ format, outcome, beyond });
}

function parseBody(body: string): Result<Json, string> {
  if (body.trim() === '') return accept({});
  try {
    return accept(JSON.parse(body) as Json);
  } catch (error) {
    return refuse(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export interface WrittenChange {
  readonly body: string;
  /** Warnings about what the format cannot express. */
  readonly words: readonly string[];
}

/** Writes a change as a merge patch or a JSON Patch; `tests` puts a `test` before every operation that removes a value. */
export function writeChange(
  record: JsonObject,
  outcome: JsonObject,
  format: PatchFormat,
  tests: boolean,
): WrittenChange {
  if (format === 'json-patch') {
    return { body: JSON.stringify(jsonPatchBetween(record, outcome, tests), null, 2), words: [] };
  }
  const { patch, nulls, arrays } = mergePatchBetween(record, outcome);
  return {
    body: JSON.stringify(patch, null, 2),
    words: [
      ...nulls.map((path) => `${path} cannot become null: in a merge patch, null removes a member.`),
      ...arrays.map((path) => `${path} is sent as a whole: a merge patch cannot change a single element of an array.`),
    ],
  };
}

/** Warnings about operations of a JSON Patch that are lost in another format. */
export function lossWarnings({ beyond }: Change): readonly string[] {
  const count = (op: string) => beyond.filter((one) => one === op).length;
  return ['test', 'move', 'copy'].flatMap((op) => {
    const number = count(op);
    if (number === 0) return [];
    const operations = `${number} ${op} ${number === 1 ? 'operation' : 'operations'}`;
    return [
      `${operations} cannot be expressed in this format; ${op === 'test' ? 'nothing is tested' : 'only the result is kept'}.`,
    ];
  });
}

/** One line of the form: a value of the record. */
export interface FormLine {
  /** JSON pointer (RFC 6901). */
  readonly path: string;
  /** Undefined for a new member. */
  readonly before: Json | undefined;
  /** Undefined for a removed member. */
  readonly after: Json | undefined;
}

/** The lines of a form: one for each value that is not a nonempty object. */
export function formLines(before: JsonObject, after: JsonObject, place: Pointer = []): readonly FormLine[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [old, now] = [member(before, name), member(after, name)];
    const here = [...place, name];
    if (isJsonObject(old) && isJsonObject(now) && Object.keys({ ...old, ...now }).length > 0) {
      return formLines(old, now, here);
    }
    return [{ path: formatPointer(here), before: old, after: now }];
  });
}

/** The record with another value at that pointer; undefined removes the member. Array elements cannot be addressed. */
export function withValueAt(record: JsonObject, path: string, value: Json | undefined): JsonObject {
  const pointer = parsePointer(path);
  return pointer.ok ? set(record, pointer.value, value) : record;
}

function set(object: JsonObject, [name = '', ...rest]: Pointer, value: Json | undefined): JsonObject {
  const copy: { [name: string]: Json } = { ...object };
  if (rest.length > 0) {
    const inner = member(object, name);
    setMember(copy, name, set(isJsonObject(inner) ? inner : {}, rest, value));
  } else if (value === undefined) delete copy[name];
  else setMember(copy, name, value);
  return copy;
}

/** A value as text in a line of the form: a string without quotes, unless it would be read as another type. */
export function lineText(value: Json | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return readLine(value) === value ? value : JSON.stringify(value);
}

/** The value of a typed line: JSON if it parses, otherwise text. */
export function readLine(typed: string): Json {
  try {
    return JSON.parse(typed) as Json;
  } catch {
    return typed;
  }
}

/** The lines that a change alters. */
export function changedLines(record: JsonObject, outcome: JsonObject): readonly FormLine[] {
  return formLines(record, outcome).filter(({ before, after }) => !jsonEqual(before, after));
}
