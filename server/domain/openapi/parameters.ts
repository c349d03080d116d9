import type { JsonObject } from '../json/json.ts';
import type { Collection } from '../records/collection.ts';
import type { Field } from '../records/fields.ts';
import type { Settings } from '../workspace.ts';

function query(name: string, schema: JsonObject, description: string): JsonObject {
  return { name, in: 'query', required: false, schema, description };
}

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', required: false, schema: { type: 'string' }, description };
}

const text: JsonObject = { type: 'string' };
const count: JsonObject = { type: 'integer', minimum: 0 };

/** Parameters that do not depend on the collection, by the name they have under `#/components/parameters`. */
export function sharedParameters({ pageSize, maxPageSize }: Settings): JsonObject {
  const size: JsonObject = { type: 'integer', minimum: 1, maximum: maxPageSize, default: pageSize };
  return {
    filter: query(
      'filter',
      text,
      'A SCIM filter (RFC 7644, 3.4.2.2), such as `status eq "active" and not (age lt 18)`.',
    ),
    sort: query(
      'sort',
      text,
      'Fields to sort by, separated by commas; a minus sign before a field turns its order round.',
    ),
    order: query('order', text, '`asc` or `desc`: one for all fields of `sort`, or one a field, separated by commas.'),
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
    if_match: header('If-Match', 'Carry out only if the entity tag is one of these (RFC 9110, 13.1.1).'),
    if_none_match: header('If-None-Match', 'Carry out only if the entity tag is none of these (RFC 9110, 13.1.2).'),
    resource_version: header('X-Resource-Version', 'Carry out only if the record has this version.'),
    prefer: header('Prefer', '`handling=lenient`, `return=minimal` or `code=<status>` (RFC 7240).'),
    scenario: header('X-Mock-Scenario', 'The scenario for this one request.'),
  };
}

/** References to the shared parameters of those names. */
export function references(names: readonly string[]): JsonObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

export const listParameters = [
  'filter',
  'sort',
  'order',
  'limit',
  'offset',
  'cursor',
  'from',
  'to',
  'start_time',
  'end_time',
  'since_id',
  'page',
  'per_page',
];
export const conditionParameters = ['if_match', 'if_none_match', 'resource_version'];
export const everywhere = ['prefer', 'scenario'];

/** The filters on a collection's plain fields; those that compare are listed for the types that can be compared. */
export function filterParameters({ fields }: Collection): JsonObject[] {
  return fields
    .fields()
    .filter((field) => field.has('string') || field.has('number') || field.has('boolean'))
    .flatMap((field) => [
      repeated(field.name, typeOf(field), `Records whose ${field.name} is any of these.`),
      ...(field.has('number')
        ? [
            repeated(`${field.name}_less_than`, 'number', `Records whose ${field.name} is less.`),
            repeated(`${field.name}_greater_than`, 'number', `Records whose ${field.name} is greater.`),
          ]
        : []),
      ...(field.has('string')
        ? [
            repeated(`${field.name}_contains`, 'string', `Records whose ${field.name} contains the text.`),
            repeated(`${field.name}_after`, 'string', `Records whose ${field.name} is that day or later.`),
            repeated(`${field.name}_before`, 'string', `Records whose ${field.name} is that day or earlier.`),
          ]
        : []),
    ]);
}

function typeOf(field: Field): string {
  if (field.has('string')) return 'string';
  return field.has('number') ? 'number' : 'boolean';
}

function repeated(name: string, type: string, description: string): JsonObject {
  return query(name, { type: 'array', items: { type } }, description);
}
