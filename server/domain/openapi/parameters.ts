import { writeConditionName } from '../dialect/condition-name.ts';
import type { Dialect, ParameterRole, ScriptConditions, TypedConditions } from '../dialect/dialect.ts';
import { dialects } from '../dialect/dialects.ts';
import { operatorMeanings, parameterMeanings } from '../dialect/meanings.ts';
import type { Field, FieldCatalogue } from '../fields/fields.ts';
import type { OperandKind } from '../filter/filter-operands.ts';
import { filterSuffixes, findTarget, kindsFor, suffixMeaning } from '../filter/filter-parameter.ts';
import type { JsonObject } from '../json/json.ts';
import { listParameters as parametersOf } from '../list/list-parameters.ts';
import type { Settings } from '../model/settings.ts';
import type { Collection } from '../records/collection.ts';

function query(name: string, schema: JsonObject, description: string): JsonObject {
  return { name, in: 'query', required: false, schema, description };
}

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', required: false, schema: { type: 'string' }, description };
}

const text: JsonObject = { type: 'string' };
const integers: ReadonlySet<ParameterRole> = new Set(['from', 'to']);
const counts: ReadonlySet<ParameterRole> = new Set(['offset']);

/** The parameters of every list by their names under `#/components/parameters`. */
function listParameters(settings: Settings): Record<string, JsonObject> {
  const dialect = dialects[settings.dialect];
  const parameters = [...parameterMeanings(dialect)].map(([name, { role, meaning }]) => [
    componentName(name),
    query(name, parameterSchema(role, dialect, settings), meaning),
  ]);
  return Object.fromEntries(parameters);
}

/** The name of a component has no brackets. */
function componentName(parameter: string): string {
  return parameter.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/-$/, '');
}

function parameterSchema(role: ParameterRole, { pages }: Dialect, { pageSize, maxPageSize }: Settings): JsonObject {
  const isStrict = pages.unusable === 'refused';
  switch (role) {
    case 'limit':
    case 'per_page':
      if (!isStrict) return { type: 'integer', default: pages.size ?? pageSize };
      return { type: 'integer', minimum: 1, maximum: maxPageSize, default: pageSize };
    case 'page':
      return isStrict ? { type: 'integer', minimum: 1 } : { type: 'integer' };
    case 'end':
      return { type: 'integer' };
    default:
      if (counts.has(role)) return isStrict ? { type: 'integer', minimum: 0 } : { type: 'integer' };
      return integers.has(role) ? { type: 'integer' } : text;
  }
}

const headers = {
  if_match: header('If-Match', 'Proceed only if the entity tag is one of these (RFC 9110, 13.1.1).'),
  if_none_match: header('If-None-Match', 'Proceed only if the entity tag is none of these (RFC 9110, 13.1.2).'),
  resource_version: header('X-Resource-Version', 'Proceed only if the record has this version.'),
  prefer: header('Prefer', '`handling=lenient`, `return=minimal` or `code=<status of an error>` (RFC 7240).'),
  idempotency_key: header('Idempotency-Key', 'A retry with the key of its first attempt gets the same response.'),
  scenario: header('X-Mock-Scenario', 'The scenario for this one request.'),
  session: header('X-Mock-Session', 'The session whose live state and scenario apply; its first request creates it.'),
} satisfies Record<string, JsonObject>;

/** The members of `#/components/parameters`. */
export function sharedParameters(settings: Settings): JsonObject {
  const { idempotency_key, ...others } = headers;
  return { ...listParameters(settings), ...others, ...(settings.idempotencyKeys && { idempotency_key }) };
}

/** References to the headers of every request. */
export const everywhere = references(['prefer', 'scenario', 'session']);
/** References to the headers of every request and of conditions. */
export const conditional = references(Object.keys(headers).filter((name) => name !== 'idempotency_key'));
/** {@link conditional}, and the header that lets a POST or PATCH be repeated, if the workspace honours it. */
export const repeatable = ({ idempotencyKeys }: Settings): readonly JsonObject[] =>
  idempotencyKeys ? [...conditional, ...references(['idempotency_key'])] : conditional;

function references(names: readonly string[]): readonly JsonObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Fields of a collection whose filters are described. Each has a dozen, at every path of the collection. */
const describedFields = 200;

/**
 * The parameters of a collection's list: references to the shared ones, and a filter for each field and operator. Of wide
 * records, the filters of the first {@link describedFields} fields.
 */
export function queryParameters({ fields }: Collection, settings: Settings): readonly JsonObject[] {
  const dialect = dialects[settings.dialect];
  const { conditions } = dialect;
  const scalar = fields
    .fields()
    .filter((field) => field.has('string') || field.has('number') || field.has('boolean'))
    .slice(0, describedFields);
  const filters =
    conditions === null
      ? []
      : conditions.comparison === 'typed'
        ? scalar.flatMap((field) => typedFilters(field, fields, dialect, conditions))
        : scalar.flatMap(({ name }) => scriptFilters(name, conditions));
  return [...references(Object.keys(listParameters(settings))), ...filters];
}

function typedFilters(
  field: Field,
  fields: FieldCatalogue,
  dialect: Dialect,
  conditions: TypedConditions,
): readonly JsonObject[] {
  const { suffixes } = conditions;
  const endings = suffixes ?? Object.fromEntries(['', ...filterSuffixes].map((suffix) => [suffix, suffix]));
  return Object.entries(endings).flatMap(([ending, suffix]) => {
    const name = writeConditionName(conditions, { field: field.name, ending });
    const target = findTarget(field.name + suffix, fields);
    const kinds = kindsFor(field, suffix);
    // The name may be a reserved parameter or another field.
    const isFilter = !parametersOf(dialect).has(name) && target?.field === field && target.suffix === suffix;
    if (!isFilter || kinds.length === 0) return [];
    const items = { type: suffix === '_in' ? 'string' : jsonTypes(kinds) };
    return [query(name, { type: 'array', items }, `Records whose ${field.name} ${suffixMeaning(suffix)}.`)];
  });
}

function scriptFilters(field: string, { operators }: ScriptConditions): readonly JsonObject[] {
  const endings = Object.entries({ '': 'eq', ...operators } as ScriptConditions['operators']);
  return endings.map(([ending, operator]) =>
    query(field + ending, { type: 'array', items: text }, `Records whose ${field} ${operatorMeanings[operator]}.`),
  );
}

/** The JSON types of operand kinds, without `null`, which every field accepts. */
function jsonTypes(kinds: readonly OperandKind[]): string | readonly string[] {
  const types = kinds.filter((kind) => kind !== 'null').map((kind) => (kind === 'date' ? 'string' : kind));
  return types.length === 1 ? (types[0] ?? 'string') : types;
}
