import type { OperandKind } from '../filter/filter-operands.ts';
import { filterSuffixes, findTarget, kindsFor, suffixMeaning } from '../filter/filter-parameter.ts';
import type { JsonObject } from '../json/json.ts';
import { reservedParameters } from '../list/page-request.ts';
import type { Settings } from '../model/settings.ts';
import type { Collection } from '../records/collection.ts';

function query(name: string, schema: JsonObject, description: string): JsonObject {
  return { name, in: 'query', required: false, schema, description };
}

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', required: false, schema: { type: 'string' }, description };
}

const text: JsonObject = { type: 'string' };
const count: JsonObject = { type: 'integer', minimum: 0 };

/** The parameters of every list by their names under `#/components/parameters`. */
function listParameters({ pageSize, maxPageSize }: Settings): Record<string, JsonObject> {
  const size: JsonObject = { type: 'integer', minimum: 1, maximum: maxPageSize, default: pageSize };
  return {
    filter: query(
      'filter',
      text,
      'A SCIM filter (RFC 7644, 3.4.2.2), such as `status eq "active" and not (age lt 18)`.',
    ),
    sort: query('sort', text, 'Fields to sort by, separated by commas; a minus before a field reverses its order.'),
    order: query(
      'order',
      text,
      '`asc` or `desc`: one for all fields of `sort`, or one for each field, separated by commas.',
    ),
    limit: query('limit', size, 'Records in a page, with `offset`, `cursor`, a time window or `since_id`.'),
    offset: query('offset', count, 'Records to skip.'),
    cursor: query('cursor', text, 'The `next_cursor` of the previous page; empty for the first page.'),
    from: query('from', { type: 'integer' }, 'Start of a time window in Unix seconds, inclusive.'),
    to: query('to', { type: 'integer' }, 'End of a time window in Unix seconds, exclusive.'),
    start_time: query('start_time', text, 'Start of a time window in ISO 8601, inclusive.'),
    end_time: query('end_time', text, 'End of a time window in ISO 8601, exclusive.'),
    since_id: query('since_id', text, 'The records that follow the one with this key.'),
    page: query('page', { type: 'integer', minimum: 1 }, 'Number of the page, from 1.'),
    per_page: query('per_page', size, 'Records in a page, with `page`.'),
  };
}

const headers = {
  if_match: header('If-Match', 'Proceed only if the entity tag is one of these (RFC 9110, 13.1.1).'),
  if_none_match: header('If-None-Match', 'Proceed only if the entity tag is none of these (RFC 9110, 13.1.2).'),
  resource_version: header('X-Resource-Version', 'Proceed only if the record has this version.'),
  prefer: header('Prefer', '`handling=lenient`, `return=minimal` or `code=<status of an error>` (RFC 7240).'),
  scenario: header('X-Mock-Scenario', 'The scenario for this one request.'),
  session: header('X-Mock-Session', 'The session whose live state and scenario apply; its first request creates it.'),
} satisfies Record<string, JsonObject>;

/** The members of `#/components/parameters`. */
export function sharedParameters(settings: Settings): JsonObject {
  return { ...listParameters(settings), ...headers };
}

/** References to the headers of every request. */
export const everywhere = references(['prefer', 'scenario', 'session']);
/** References to the headers of every request and of conditions. */
export const conditional = references(Object.keys(headers));

function references(names: readonly string[]): readonly JsonObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The parameters of a collection's list: references to the shared ones, and a filter for each field and suffix. */
export function queryParameters({ fields }: Collection, settings: Settings): readonly JsonObject[] {
  const scalar = fields.fields().filter((field) => field.has('string') || field.has('number') || field.has('boolean'));
  const filters = scalar.flatMap((field) =>
    ['', ...filterSuffixes].flatMap((suffix) => {
      const name = field.name + suffix;
      const target = findTarget(name, fields);
      const kinds = kindsFor(field, suffix);
      // The name may be a reserved parameter or another field.
      const isFilter = !reservedParameters.has(name) && target?.field === field && target.suffix === suffix;
      if (!isFilter || kinds.length === 0) return [];
      const items = { type: suffix === '_in' ? 'string' : jsonTypes(kinds) };
      return [query(name, { type: 'array', items }, `Records whose ${field.name} ${suffixMeaning(suffix)}.`)];
    }),
  );
  return [...references(Object.keys(listParameters(settings))), ...filters];
}

/** The JSON types of operand kinds, without `null`, which every field accepts. */
function jsonTypes(kinds: readonly OperandKind[]): string | readonly string[] {
  const types = kinds.filter((kind) => kind !== 'null').map((kind) => (kind === 'date' ? 'string' : kind));
  return types.length === 1 ? (types[0] ?? 'string') : types;
}
