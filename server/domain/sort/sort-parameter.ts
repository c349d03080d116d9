import { problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import type { FieldCatalogue } from '../fields/fields.ts';
import { unknownField } from '../fields/unknown-field.ts';
import { quote } from '../json/wording.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { Sort, type SortTerm } from './sort.ts';

/** What the request says about the order: `sort=price,-name`, and `order=desc` or one direction a field. */
export interface SortParameters {
  readonly sort: string | undefined;
  readonly order: string | undefined;
}

interface NamedTerm {
  readonly name: string;
  readonly descending: boolean;
}

/**
 * Reads the grammar of `?sort=`: field names with commas between them, a minus before those that descend. Refused with
 * `bad-parameter` when a name is empty or comes twice.
 */
export function parseSortText(text: string): Result<readonly NamedTerm[]> {
  const terms = text.split(',').map((piece) => {
    const descending = piece.startsWith('-');
    return { name: descending ? piece.slice(1) : piece, descending };
  });
  const expected = 'field names with commas between them, such as price,-name';
  if (terms.some(({ name }) => name === '')) {
    return refuse(problem('bad-parameter', 'A field of "sort" has no name.', { parameter: 'sort', expected }));
  }
  const names = terms.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    const detail = `"sort" names the field ${quote(repeated)} twice.`;
    return refuse(problem('bad-parameter', detail, { parameter: 'sort', expected }));
  }
  return accept(terms);
}

/** What orders a list whose request does not name a field: the collection's own order, its time member, or its key. */
export type DefaultOrder = 'own' | 'time' | 'key';

/**
 * The order of a list. An `order` without a `sort` gives the directions of the default. Refused with `unknown-field` or
 * `bad-parameter`.
 */
export function parseSort(
  { sort, order }: SortParameters,
  fields: FieldCatalogue,
  defaultOrder: DefaultOrder,
): Result<Sort> {
  const { definition } = fields;
  const named = sort === undefined ? defaultTerms(definition, defaultOrder) : parseSortText(sort);
  if (!named.ok) return named;
  const directed = order === undefined ? named : direct(named.value, order, sort !== undefined);
  if (!directed.ok) return directed;

  const terms: SortTerm[] = [];
  for (const { name, descending } of directed.value) {
    const field = fields.find(name);
    if (sort !== undefined && !field) return refuse(unknownField('sort', name, fields.record.names()));
    if (name === definition.key) return accept(new Sort(terms, descending));
    terms.push({
      path: field?.path ?? name.split('.'),
      descending,
      instant: sort === undefined && defaultOrder === 'time',
    });
  }
  return accept(new Sort(terms, false));
}

function defaultTerms(
  { key, sort, time }: CollectionDefinition,
  defaultOrder: DefaultOrder,
): Result<readonly NamedTerm[]> {
  if (defaultOrder === 'own' && sort !== null) return parseSortText(sort);
  return accept([{ name: (defaultOrder === 'time' ? time : null) ?? key, descending: false }]);
}

/** Gives the fields the directions of `order`. Where the request has a minus too, both cannot be meant. */
function direct(terms: readonly NamedTerm[], order: string, requested: boolean): Result<readonly NamedTerm[]> {
  const directions = order.split(',');
  if (directions.some((direction) => direction !== 'asc' && direction !== 'desc')) {
    return badOrder(`"order" cannot be ${quote(order)}.`);
  }
  if (directions.length !== 1 && directions.length !== terms.length) {
    return badOrder(`"order" has ${directions.length} directions for ${terms.length} fields.`);
  }
  if (requested && terms.some(({ descending }) => descending)) {
    return badOrder('The direction is given twice: by "order" and by a minus in "sort".');
  }
  return accept(
    terms.map(({ name }, index) => ({ name, descending: (directions[index] ?? directions[0]) === 'desc' })),
  );
}

function badOrder(detail: string): Result<never> {
  const expected = 'asc or desc, once for all fields or once for each with commas between them';
  return refuse(problem('bad-parameter', detail, { parameter: 'order', expected }));
}
