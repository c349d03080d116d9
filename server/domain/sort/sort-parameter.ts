import { problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import type { FieldCatalogue } from '../fields/fields.ts';
import { unknownField } from '../fields/unknown-field.ts';
import { quote } from '../json/wording.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { Sort, type SortTerm } from './sort.ts';

/** The parameters of the order: `sort=price,-name`, and `order=desc` or one direction for each field. */
export interface SortParameters {
  readonly sort: string | undefined;
  readonly order: string | undefined;
}

/** Fields of one sort: a view holds the value of each for every record. */
const maxSortFields = 16;

interface NamedTerm {
  readonly name: string;
  readonly descending: boolean;
}

/**
 * Parses the grammar of `?sort=`: field names between commas, with a minus before descending ones. An empty or repeated
 * name is `bad-parameter`, and so are more than {@link maxSortFields} names.
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
  if (terms.length > maxSortFields) {
    const detail = `"sort" names ${terms.length} fields; at most ${maxSortFields} are possible.`;
    return refuse(problem('bad-parameter', detail, { parameter: 'sort', expected, limit: maxSortFields }));
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    const detail = `"sort" names the field ${quote(repeated)} twice.`;
    return refuse(problem('bad-parameter', detail, { parameter: 'sort', expected }));
  }
  return accept(terms);
}

/** The order of a list whose request names no field: the collection's own order, its time member, or its key. */
export type DefaultOrder = 'own' | 'time' | 'key';

/**
 * Parses the order of a list. An `order` without a `sort` sets the directions of the default order. Problems:
 * `unknown-field` and `bad-parameter`.
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
    if (sort !== undefined && !field) return refuse(unknownField('sort', name, fields.record));
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

/** Applies the directions of `order`. A request that has a minus in `sort` too is `bad-parameter`. */
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
