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

/** How a change is written in a body. */
export type PatchFormat = 'merge-patch' | 'json-patch';

export const mediaTypes: Readonly<Record<PatchFormat, string>> = {
  'merge-patch': 'application/merge-patch+json',
  'json-patch': 'application/json-patch+json',
};

/** A change of a record: what it is now, and what the body makes of it. */
export interface Change {
  readonly format: PatchFormat;
  readonly outcome: JsonObject;
  /** What of the body is more than its outcome: operations that a form and a merge patch cannot have. */
  readonly beyond: readonly string[];
}

/** The format that the mock takes a body for: by its media type, and with `application/json` by what it holds. */
function formatOf(mediaType: string | undefined, body: Json): PatchFormat {
  if (mediaType?.includes('json-patch')) return 'json-patch';
  if (mediaType?.includes('merge-patch')) return 'merge-patch';
  return jsonPatchIn(body) ? 'json-patch' : 'merge-patch';
}

/** Reads a body as the change of a record that it is. Refused with a sentence. */
export function readChange(record: JsonObject, mediaType: string | undefined, body: string): Result<Change, string> {
  const parsed = parseBody(body);
  if (!parsed.ok) return parsed;
  const format = formatOf(mediaType, parsed.value);
  if (format === 'merge-patch') {
    const outcome = mergePatch(record, parsed.value);
    return isJsonObject(outcome)
      ? accept({ format, outcome, beyond: [] })
      : refuse('A merge patch of a record is an object.');
  }
  const operations = parsePatch(jsonPatchIn(parsed.value) ?? parsed.value);
  if (!operations.ok) return refuse(operations.problem.detail);
  const applied = applyPatch(record, operations.value);
  if (!applied.ok) return refuse(applied.problem.detail);
  const outcome = applied.value.value;
  if (!isJsonObject(outcome)) return refuse('The patch would make something else than an object of the record.');
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
  /** Sentences on what this form cannot say. */
  readonly words: readonly string[];
}

/** Writes a change as a merge patch, or as a JSON Patch, with a `test` before everything that goes where that is asked. */
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
      ...nulls.map((path) => `${path} cannot become null: null in a merge patch takes the member away.`),
      ...arrays.map((path) => `${path} is sent whole: a merge patch cannot reach one element of an array.`),
    ],
  };
}

/** What is lost when a change is written in another way: the steps of a JSON Patch that are more than their outcome. */
export function lossWarnings({ beyond }: Change): readonly string[] {
  const count = (op: string) => beyond.filter((one) => one === op).length;
  return ['test', 'move', 'copy'].flatMap((op) => {
    const number = count(op);
    if (number === 0) return [];
    const operations = `${number} ${op} ${number === 1 ? 'operation' : 'operations'}`;
    return [
      `${operations} cannot be said in this form: ${op === 'test' ? 'nothing is tested' : 'only the outcome stays'}.`,
    ];
  });
}

/** One line of the form: a value of the record, wherever it stands. */
export interface FormLine {
  /** JSON pointer (RFC 6901). */
  readonly path: string;
  /** As it is now; undefined for a member that is new. */
  readonly before: Json | undefined;
  /** As it will be; undefined for a member that goes. */
  readonly after: Json | undefined;
}

/** The lines of a form: objects are gone into, everything else is a line of its own. */
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

/** The record with another value at that place; undefined takes the member away. Elements are not reached. */
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

/** A value as it stands in a line of the form: text as it is, unless it would be read as something else. */
export function lineText(value: Json | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return readLine(value) === value ? value : JSON.stringify(value);
}

/** What a typed line stands for: JSON where it is JSON, else text. */
export function readLine(typed: string): Json {
  try {
    return JSON.parse(typed) as Json;
  } catch {
    return typed;
  }
}

/** What a change does to a record before it is sent: the lines that differ. */
export function changedLines(record: JsonObject, outcome: JsonObject): readonly FormLine[] {
  return formLines(record, outcome).filter(({ before, after }) => !jsonEqual(before, after));
}
