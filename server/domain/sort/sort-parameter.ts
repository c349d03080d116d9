import { problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { defaultDialect } from '../dialect/default-dialect.ts';
import type { Dialect } from '../dialect/dialect.ts';
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
export function parseSortText(text: string, parameter = 'sort'): Result<readonly NamedTerm[]> {
  const terms = text.split(',').map(readTerm);
  const expected = 'field names with commas between them, such as price,-name';
  if (terms.some(({ name }) => name === '')) {
    return refuse(problem('bad-parameter', `A field of "${parameter}" has no name.`, { parameter, expected }));
  }
  const names = terms.map(({ name }) => name);
  if (terms.length > maxSortFields) {
    const detail = `"${parameter}" names ${terms.length} fields; at most ${maxSortFields} are possible.`;
    return refuse(problem('bad-parameter', detail, { parameter, expected, limit: maxSortFields }));
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    const detail = `"${parameter}" names the field ${quote(repeated)} twice.`;
    return refuse(problem('bad-parameter', detail, { parameter, expected }));
  }
  return accept(terms);
}

function readTerm(piece: string): NamedTerm {
  const descending = piece.startsWith('-');
  return { name: descending ? piece.slice(1) : piece, descending };
}

/** The order of a list whose request names no field: the collection's own order, its time member, or its key. */
export type DefaultOrder = 'own' | 'time' | 'key';

/**
 * Parses the order of a list. An `order` without a `sort` sets the directions of the default order. Problems:
 * `unknown-field` and `bad-parameter`; a dialect that refuses nothing ignores unknown fields.
 */
export function parseSort(
  { sort, order }: SortParameters,
  fields: FieldCatalogue,
  defaultOrder: DefaultOrder,
  dialect: Dialect = defaultDialect,
): Result<Sort> {
  const { definition } = fields;
  const isLenient = dialect.sort.unusable === 'ignored';
  const given = sort === undefined ? defaultTerms(definition, defaultOrder) : termsOf(sort, dialect);
  if (!given.ok) return given;
  const named = order === undefined ? given : direct(given.value, order, sort !== undefined, dialect);
  if (!named.ok) return named;
  const terms: SortTerm[] = [];
  for (const { name, descending } of named.value) {
    const field = fields.find(name);
    if (sort !== undefined && !field) {
      if (isLenient) continue;
      return refuse(unknownField(dialect.parameters.sort ?? 'sort', name, fields.record));
    }
    if (name === definition.key) return accept(new Sort(terms, descending));
    const term = {
      path: field?.path ?? name.split('.'),
      descending,
      instant: sort === undefined && defaultOrder === 'time',
    };
    terms.push(dialect.sort.missing === 'by-direction' && descending ? { ...term, missingFirst: true } : term);
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

/** The fields that a request names. A dialect that ignores what it cannot use takes the first of too many. */
function termsOf(sort: string, { parameters, sort: rules }: Dialect): Result<readonly NamedTerm[]> {
  if (rules.unusable === 'refused' && rules.direction !== 'order') return parseSortText(sort, parameters.sort);
  const named = rules.direction === 'order' ? (name: string) => ({ name, descending: false }) : readTerm;
  return accept(sort.split(',').slice(0, maxSortFields).map(named));
}

/** Applies the directions of `order`. A request that has a minus in `sort` too is `bad-parameter`. */
function direct(
  terms: readonly NamedTerm[],
  order: string,
  requested: boolean,
  { parameters, sort: { words, unusable } }: Dialect,
): Result<readonly NamedTerm[]> {
  const { sort: sortName, order: orderName = 'order' } = parameters;
  const [ascending, descending] = words;
  const directions = order.split(',');
  if (unusable === 'ignored') {
    const isDescending = (index: number) => directions[index]?.toLowerCase() === descending;
    return accept(terms.map(({ name }, index) => ({ name, descending: isDescending(index) })));
  }
  const bad = (detail: string): Result<never> => {
    const expected = `${ascending} or ${descending}, once for all fields or once for each with commas between them`;
    return refuse(problem('bad-parameter', detail, { parameter: orderName, expected }));
  };
  if (directions.some((direction) => direction !== ascending && direction !== descending)) {
    return bad(`"${orderName}" cannot be ${quote(order)}.`);
  }
  if (directions.length !== 1 && directions.length !== terms.length) {
    return bad(`"${orderName}" has ${directions.length} directions for ${terms.length} fields.`);
  }
  if (requested && terms.some((term) => term.descending)) {
    return bad(`The direction is given twice: by "${orderName}" and by a minus in "${sortName}".`);
  }
  return accept(
    terms.map(({ name }, index) => ({ name, descending: (directions[index] ?? directions[0]) === descending })),
  );
}
