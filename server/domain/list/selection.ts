import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { digest } from '../conditions/entity-tag.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { dialects } from '../dialect/dialects.ts';
import type { FieldCatalogue } from '../fields/fields.ts';
import { type Filter, parseFilter } from '../filter/filter.ts';
import { quote } from '../json/wording.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import type { Settings } from '../model/settings.ts';
import type { QueryParameter } from '../request/query-string.ts';
import type { Sort } from '../sort/sort.ts';
import { type DefaultOrder, parseSort } from '../sort/sort-parameter.ts';
import { listParameters } from './list-parameters.ts';
import type { TimeWindow } from './time-window.ts';

/** The filter and the order of a list: the same for all its pages. */
export interface Selection {
  readonly filter: Filter | null;
  /** The filter for records. It includes the time window unless the order goes by time. */
  readonly chosen: Filter | null;
  /** The time window of the request, or of its cursor. */
  readonly window: TimeWindow | null;
  /** Fields that were ignored because the request or the workspace is lenient. */
  readonly ignored: readonly string[];
  readonly sort: Sort;
  /** A digest of collection, filter and sort. Cursors carry it. */
  readonly query: string;
}

export interface SelectionOptions extends Pick<Settings, 'unknownFields'>, Partial<Pick<Settings, 'dialect'>> {
  /** True when the request prefers lenient handling of unknown fields. */
  readonly lenient: boolean;
  /** Members that the path of the request names, such as `userId` in `/users/{userId}/orders`. */
  readonly scope?: readonly QueryParameter[];
}

export function dialectOf({ dialect = 'default' }: SelectionOptions): Dialect {
  return dialects[dialect];
}

/** Parses filter and sort of a list request, without the time window. `sort` and `order` must not repeat. */
export function planSelection(
  fields: FieldCatalogue,
  parameters: readonly QueryParameter[],
  defaultOrder: DefaultOrder,
  options: SelectionOptions,
): Result<Selection> {
  const { definition } = fields;
  const dialect = dialectOf(options);
  const given = (wanted: string | undefined) => parameters.find(({ name }) => name === wanted)?.value;
  const sortParameters = { sort: given(dialect.parameters.sort), order: given(dialect.parameters.order) };
  const parsedSort = parseSort(sortParameters, fields, defaultOrder, dialect);
  if (!parsedSort.ok) return parsedSort;
  const sort = parsedSort.value;
  const fault = defaultOrder === 'key' ? sinceFault(sort, sortParameters.sort, definition) : undefined;
  if (fault) return refuse(fault);

  const parsedFilter = planFilter(fields, parameters, options);
  if (!parsedFilter.ok) return parsedFilter;
  const { filter, ignored } = parsedFilter.value;
  const query = digest(JSON.stringify([definition.name, definition.time, filter?.text ?? null, sort.text]));
  return accept({ filter, chosen: filter, window: null, ignored, sort, query });
}

function planFilter(fields: FieldCatalogue, parameters: readonly QueryParameter[], options: SelectionOptions) {
  const lenient = options.lenient || options.unknownFields === 'ignore';
  return parseFilter(parameters, fields, {
    lenient,
    reserved: listParameters(dialectOf(options)),
    dialect: dialectOf(options),
    ...(options.scope && { scope: options.scope }),
  });
}

/** The problem of a `since_id` request that does not ascend by key or time, as later records do. */
function sinceFault(
  sort: Sort,
  requested: string | undefined,
  { key, time }: CollectionDefinition,
): Problem | undefined {
  const fields = time === null ? [key] : [key, time];
  const named = requested === undefined || fields.includes(requested);
  const ascending = !sort.keyDescending && sort.terms.every(({ descending }) => !descending);
  if (named && ascending) return undefined;
  const detail = `"since_id" goes upward by ${fields.map(quote).join(' or ')}.`;
  const expected = named ? 'asc' : fields.map((field) => `sort=${field}`).join(' or ');
  return problem('bad-parameter', detail, { parameter: named ? 'order' : 'sort', expected });
}
