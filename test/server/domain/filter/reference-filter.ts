import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import type { QueryParameter } from '../../../../server/domain/request/query-string.ts';

/*
 * A reference implementation of filters: slow, obvious and without any of the server's code. It tells which records match
 * a filter, or that the filter must be refused.
 */

/** A field that filters may name. The path is explicit, because a member name may contain a dot. */
export interface ReferenceField {
  readonly name: string;
  readonly path: readonly string[];
}

type Scalar = null | boolean | number | string;

/** The expression of `filter=`. */
export type Scim =
  | { readonly op: 'and' | 'or'; readonly parts: readonly Scim[] }
  | { readonly op: 'not'; readonly part: Scim }
  | { readonly op: 'pr'; readonly field: ReferenceField }
  | { readonly op: 'element'; readonly field: ReferenceField; readonly part: Scim }
  | {
      readonly op: 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
      readonly field: ReferenceField;
      readonly value: Scalar;
      readonly exact: boolean;
    };

/** The sent parameters, with at most one `filter=`. */
export interface ReferenceFilter {
  readonly parameters: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly scim: { readonly expression: Scim; readonly text: string } | null;
}

export function parametersOf({ parameters, scim }: ReferenceFilter): readonly QueryParameter[] {
  const sent = parameters.flatMap(({ name, values }) => values.map((value) => ({ name, value })));
  return scim ? [...sent, { name: 'filter', value: scim.text }] : sent;
}

/** Whether each record matches; null if the filter must be refused. `fields` are all fields of the records. */
export function judge(
  filter: ReferenceFilter,
  records: readonly JsonObject[],
  fields: readonly ReferenceField[],
): readonly boolean[] | null {
  const known = fields.filter(({ path }) => records.some((record) => hasMember(record, path)));
  const tests: ((record: JsonObject) => boolean)[] = [];
  for (const { name, values } of filter.parameters) {
    const test = parameterTest(name, values, known, records);
    if (!test) return null;
    tests.push(test);
  }
  if (filter.scim) {
    const expression = withValues(filter.scim.expression, [], known, records);
    if (!isAllowed(expression, [], known, records)) return null;
    tests.push((record) => holds(expression, record));
  }
  return records.map((record) => tests.every((test) => test(record)));
}

function hasMember(value: Json, [name, ...rest]: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((element) => hasMember(element, [name ?? '', ...rest]));
  if (value === null || typeof value !== 'object' || name === undefined) return false;
  return Object.entries(value).some(([key, inner]) => key === name && (rest.length === 0 || hasMember(inner, rest)));
}

/** All values at the end of the path, with arrays flattened and without nulls. */
function valuesAt(value: Json, path: readonly string[]): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, path));
  if (value === null) return [];
  if (path.length === 0) return [value];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === path[0] ? valuesAt(inner, path.slice(1)) : []));
}

/** The types of literals that equality accepts for the field; null always fits. */
function typesOf(path: readonly string[], records: readonly JsonObject[]): readonly string[] {
  const seen = records.flatMap((record) => valuesAt(record, path)).map((value) => typeof value);
  if (seen.length === 0) return ['boolean', 'number', 'string'];
  return ['boolean', 'number', 'string'].filter((type) => seen.some((one) => one === type));
}

const suffixes = [
  ['_less_than', 'lt'],
  ['_greater_than', 'gt'],
  ['_after', 'ge'],
  ['_before', 'le'],
  ['_lt', 'lt'],
  ['_lte', 'le'],
  ['_gt', 'gt'],
  ['_gte', 'ge'],
  ['_ne', 'eq'],
  ['_in', 'eq'],
  ['_contains', 'co'],
  ['_starts_with', 'sw'],
  ['_ends_with', 'ew'],
] as const;

function parameterTest(
  name: string,
  values: readonly string[],
  known: readonly ReferenceField[],
  records: readonly JsonObject[],
): ((record: JsonObject) => boolean) | null {
  const whole = known.find((field) => field.name === name);
  const [suffix, op] = (whole ? undefined : suffixes.find(([ending]) => name.endsWith(ending))) ?? ['', 'eq'];
  const field = whole ?? known.find((one) => one.name + suffix === name);
  if (!field) return null;
  let types = [...typesOf(field.path, records), 'null'];
  if (op !== 'eq')
    types = types.filter((type) => type === 'string' || (type === 'number' && op.length === 2 && /[gl]/.test(op)));
  if (suffix.endsWith('_than')) types = types.filter((type) => type === 'number');
  if (suffix === '_after' || suffix === '_before') types = types.filter((type) => type === 'string');
  const alternatives: Scalar[] = [];
  for (const text of values.flatMap((value) => (suffix === '_in' ? splitList(value) : [value]))) {
    const readings: Scalar[] = [];
    if (types.includes('string') && !text.includes('\u0000')) readings.push(text);
    if (types.includes('number') && isJsonNumber(text)) readings.push(JSON.parse(text));
    if (types.includes('boolean') && (text === 'true' || text === 'false')) readings.push(text === 'true');
    if (types.includes('null') && text === 'null') readings.push(null);
    if ((suffix === '_after' || suffix === '_before') && moment(text) === undefined) return null;
    if (readings.length === 0) return null;
    alternatives.push(...readings);
  }
  const any = (record: JsonObject) => alternatives.some((value) => holds({ op, field, value, exact: true }, record));
  return suffix === '_ne' ? (record) => !any(record) : any;
}

/** Splits a list. A stray backslash gives a text with a NUL, which fits no type. */
function splitList(list: string): readonly string[] {
  const marked = list.replaceAll('\\\\', '\u0001').replaceAll('\\,', '\u0002').replaceAll('\\', '\u0000');
  return marked.split(',').map((part) => part.replaceAll('\u0001', '\\').replaceAll('\u0002', ','));
}

function isJsonNumber(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'number' && text.trim() === text && Number.isFinite(JSON.parse(text));
  } catch {
    return false;
  }
}

/** A field that holds only objects is compared by their `value`. */
function withValues(
  scim: Scim,
  scope: readonly string[],
  known: readonly ReferenceField[],
  records: readonly JsonObject[],
): Scim {
  switch (scim.op) {
    case 'and':
    case 'or':
      return { ...scim, parts: scim.parts.map((part) => withValues(part, scope, known, records)) };
    case 'not':
      return { ...scim, part: withValues(scim.part, scope, known, records) };
    case 'pr':
      return scim;
    case 'element':
      return { ...scim, part: withValues(scim.part, [...scope, ...scim.field.path], known, records) };
    default: {
      const path = [...scope, ...scim.field.path];
      const inner = known.find((field) => field.path.join('/') === [...path, 'value'].join('/'));
      if (scim.value === null || !inner || typesOf(path, records).length > 0) return scim;
      return { ...scim, field: { name: inner.name, path: [...scim.field.path, 'value'] } };
    }
  }
}

function isAllowed(
  scim: Scim,
  scope: readonly string[],
  known: readonly ReferenceField[],
  records: readonly JsonObject[],
): boolean {
  switch (scim.op) {
    case 'and':
    case 'or':
      return scim.parts.every((part) => isAllowed(part, scope, known, records));
    case 'not':
      return isAllowed(scim.part, scope, known, records);
    default: {
      const path = [...scope, ...scim.field.path];
      if (!known.some((field) => field.path.join('/') === path.join('/'))) return false;
      if (scim.op === 'pr') return true;
      if (scim.op === 'element') return isAllowed(scim.part, path, known, records);
      const type = scim.value === null ? 'null' : typeof scim.value;
      if (scim.op === 'eq' || scim.op === 'ne') return type === 'null' || typesOf(path, records).includes(type);
      const usable = ['gt', 'ge', 'lt', 'le'].includes(scim.op) ? ['number', 'string'] : ['string'];
      return usable.includes(type) && typesOf(path, records).includes(type);
    }
  }
}

function holds(scim: Scim, record: Json): boolean {
  switch (scim.op) {
    case 'and':
      return scim.parts.every((part) => holds(part, record));
    case 'or':
      return scim.parts.some((part) => holds(part, record));
    case 'not':
      return !holds(scim.part, record);
    case 'pr':
      return valuesAt(record, scim.field.path).some(isFull);
    case 'element':
      return valuesAt(record, scim.field.path).some((value) => typeof value === 'object' && holds(scim.part, value));
    default: {
      const values = valuesAt(record, scim.field.path);
      if (scim.value === null) return scim.op === 'eq' ? values.length === 0 : values.length > 0;
      if (scim.op === 'ne' && values.length === 0) return true;
      return values.some((value) => compares(value, scim.op, scim.value, scim.exact));
    }
  }
}

function isFull(value: Json): boolean {
  if (value === null || value === '') return false;
  return typeof value !== 'object' || Object.values(value).some(isFull);
}

function compares(left: Json, op: string, right: Scalar, exact: boolean): boolean {
  if (typeof left !== typeof right) return op === 'ne';
  const fold = (value: Json) => (typeof value === 'string' && !exact ? value.toUpperCase() : value);
  const [a, b] = [fold(left), fold(right)];
  if (op === 'eq') return a === b;
  if (op === 'ne') return a !== b;
  if (typeof a === 'number' && typeof b === 'number') return inOrder(op, a < b ? -1 : a > b ? 1 : 0);
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  if (op === 'co') return a.split(b).length > 1 || b === '';
  if (op === 'sw') return a.slice(0, b.length) === b;
  if (op === 'ew') return b.length <= a.length && a.slice(a.length - b.length) === b;
  const [start, at] = [moment(String(right)), moment(String(left))];
  if (start === undefined) return inOrder(op, codePointOrder(a, b));
  if (at === undefined) return false;
  const end = String(right).includes(':') ? start : start + 24 * 3600 * 1000 - 1;
  return inOrder(op, at < start ? -1 : at > end ? 1 : 0);
}

function inOrder(op: string, order: number): boolean {
  return order === 0 ? op === 'ge' || op === 'le' : order < 0 === (op === 'lt' || op === 'le');
}

function codePointOrder(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (const [index, one] of left.entries()) {
    const difference = (one.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Milliseconds since 1970 of a date, or of a timestamp with at most millisecond precision. */
function moment(text: string): number | undefined {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  if (date === undefined || time?.startsWith('T24')) return undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return undefined;
  const value = Date.parse(`${date}${time ?? 'T00:00:00Z'}`);
  return Number.isNaN(value) ? undefined : value;
}
