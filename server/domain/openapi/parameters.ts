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

/** The parameters of every list, by the name they have under `#/components/parameters`. */
function listParameters({ pageSize, maxPageSize }: Settings): Record<string, JsonObject> {
  const size: JsonObject = { type: 'integer', minimum: 1, maximum: maxPageSize, default: pageSize };
  return {
    filter: query(
      'filter',
      text,
      'A SCIM filter (RFC 7644, 3.4.2.2), such as `status eq "active" and not (age lt 18)`.',
    ),
    sort: query('sort', text, 'Fields to sort by, between commas; a minus before a field turns its order round.'),
    order: query('order', text, '`asc` or `desc`: one for all fields of `sort`, or one a field, between commas.'),
    limit: query('limit', size, 'Records in a page. With `offset`, `cursor`, a time window or `since_id`.'),
    offset: query('offset', count, 'Records to skip.'),
    cursor: query('cursor', text, 'Where to go on: `next_cursor` of the page before; empty to begin.'),
    from: query('from', { type: 'integer' }, 'Start of a time window in Unix seconds, inclusive.'),
    to: query('to', { type: 'integer' }, 'End of a time window in Unix seconds, exclusive.'),
    start_time: query('start_time', text, 'Start of a time window in ISO 8601, inclusive.'),
    end_time: query('end_time', text, 'End of a time window in ISO 8601, exclusive.'),
    since_id: query('since_id', text, 'The records right after the one with this key.'),
    page: query('page', { type: 'integer', minimum: 1 }, 'Number of the page, from 1.'),
    per_page: query('per_page', size, 'Records in a page, with `page`.'),
  };
}

const headers = {
  if_match: header('If-Match', 'Carry out only if the entity tag is one of these (RFC 9110, 13.1.1).'),
  if_none_match: header('If-None-Match', 'Carry out only if the entity tag is none of these (RFC 9110, 13.1.2).'),
  resource_version: header('X-Resource-Version', 'Carry out only if the record has this version.'),
  prefer: header('Prefer', '`handling=lenient`, `return=minimal` or `code=<status of an error>` (RFC 7240).'),
  scenario: header('X-Mock-Scenario', 'The scenario for this one request.'),
  session: header(
    'X-Mock-Session',
    'The session whose own live state and scenario are meant; begun by its first request.',
  ),
} satisfies Record<string, JsonObject>;

/** What stands under `#/components/parameters`. */
export function sharedParameters(settings: Settings): JsonObject {
  return { ...listParameters(settings), ...headers };
}

/** References to the shared headers that every request may carry. */
export const everywhere = references(['prefer', 'scenario', 'session']);
/** The same, and those that make a request conditional. */
export const conditional = references(Object.keys(headers));

function references(names: readonly string[]): readonly JsonObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The parameters of a collection's list: references to those that all lists share, and its own filters. */
export function queryParameters({ fields }: Collection, settings: Settings): readonly JsonObject[] {
  const scalar = fields.fields().filter((field) => field.has('string') || field.has('number') || field.has('boolean'));
  const filters = scalar.flatMap((field) =>
    ['', ...filterSuffixes].flatMap((suffix) => {
      const name = field.name + suffix;
      const target = findTarget(name, fields);
      const kinds = kindsFor(field, suffix);
      // A name may mean something else: a reserved parameter, or a field that is called so.
      const means = !reservedParameters.has(name) && target?.field === field && target.suffix === suffix;
      if (!means || kinds.length === 0) return [];
      const items = { type: suffix === '_in' ? 'string' : jsonTypes(kinds) };
      return [query(name, { type: 'array', items }, `Records whose ${field.name} ${suffixMeaning(suffix)}.`)];
    }),
  );
  return [...references(Object.keys(listParameters(settings))), ...filters];
}

/** The JSON types that stand for kinds of value. `null` is a word that every field understands. */
function jsonTypes(kinds: readonly OperandKind[]): string | readonly string[] {
  const types = kinds.filter((kind) => kind !== 'null').map((kind) => (kind === 'date' ? 'string' : kind));
  return types.length === 1 ? (types[0] ?? 'string') : types;
}
