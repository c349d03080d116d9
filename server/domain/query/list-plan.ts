import { digest } from '../condition/entity-tag.ts';
import { quote } from '../json/wording.ts';
import { type Problem, problem } from '../problem.ts';
import type { Collection } from '../records/collection.ts';
import { RecentMap } from '../records/recent-map.ts';
import { accept, type Result, refuse } from '../result.ts';
import type { CollectionDefinition, Settings } from '../workspace.ts';
import { badCursor, expiredCursor } from './cursor.ts';
import { type Filter, parseFilter } from './filter.ts';
import { type ListQuirks, noListQuirks } from './list-quirks.ts';
import type { SentParameter } from './page.ts';
import { type PageRequest, parsePageRequest, reservedParameters } from './page-request.ts';
import { formatQueryString, parseQueryString, type QueryParameter } from './query-string.ts';
import { goesByInstant, type Sort } from './sort.ts';
import { type DefaultOrder, parseSort } from './sort-parameter.ts';
import { filterByWindow, type TimeWindow } from './time-window.ts';

/** Plans that are remembered at the most: clients ask few queries over and over, and walks never twice. */
const rememberedPlans = 64;

export interface ListOptions extends Pick<Settings, 'pageSize' | 'maxPageSize' | 'unknownFields'> {
  /** True when the request itself asks for lenient handling of unknown fields. */
  readonly lenient: boolean;
  readonly quirks: ListQuirks;
}

/** What a list request asks for, understood and checked, before any record is looked at. */
export interface ListPlan {
  /** As they were sent. */
  readonly parameters: readonly SentParameter[];
  readonly filter: Filter | null;
  /** The filter, and the time window too where the order is not that of time: what chooses the records. */
  readonly selection: Filter | null;
  readonly sort: Sort;
  readonly page: PageRequest;
  /** The time window of the request, or of its cursor. */
  readonly window: TimeWindow | null;
  /** Stands for collection, filter and sort: what a cursor is bound to. */
  readonly query: string;
  /** Fields that were ignored because the request or the workspace is lenient. */
  readonly ignored: readonly string[];
  /** Canonical: the same text means the same page, as long as the collection does not change. */
  readonly text: string;
}

/** Plans of a collection's latest queries. They hold as long as no new field comes to be known. */
export class PlanMemory {
  readonly #collection: Collection;
  #plans = new RecentMap<string, Result<ListPlan>>(rememberedPlans);
  /** The revision of the fields at which they were made. */
  #fields = 0;

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /** What {@link planList} gives. */
  plan(raw: string, options: ListOptions): Result<ListPlan> {
    const { revision } = this.#collection.fields;
    if (revision !== this.#fields) this.#plans = new RecentMap(rememberedPlans);
    this.#fields = revision;
    const { pageSize, maxPageSize, unknownFields, lenient, quirks } = options;
    const laid = quirks === noListQuirks ? '' : JSON.stringify(quirks);
    const request = `${pageSize} ${maxPageSize} ${unknownFields} ${lenient} ${laid} ${raw}`;
    const known = this.#plans.get(request);
    if (known) return known;
    const plan = planList(this.#collection, raw, options);
    this.#plans.set(request, plan);
    return plan;
  }
}

/**
 * Reads the query of a list request, as it was sent and without the question mark. Every refusal names its parameter;
 * where a field is called like that parameter, it says how to reach the field.
 */
export function planList(collection: Collection, raw: string, options: ListOptions): Result<ListPlan> {
  const parsed = parseQueryString(raw);
  const plan = parsed.ok ? planParameters(collection, parsed.value, options) : parsed;
  return plan.ok ? plan : refuse(mentionField(plan.problem, collection));
}

function planParameters(
  collection: Collection,
  parameters: readonly QueryParameter[],
  options: ListOptions,
): Result<ListPlan> {
  const { definition } = collection;
  const given = readOnce(parameters);
  if (!given.ok) return given;
  const page = parsePageRequest(given.value, options, definition, options.quirks);
  if (!page.ok) return page;
  const { start } = page.value;
  const cursor = start.style === 'cursor' ? start.cursor : null;
  if (cursor && options.quirks.cursorExpired) return refuse(expiredCursor());
  const window = start.style === 'time' ? start.window : (cursor?.window ?? null);

  const sortParameters = { sort: given.value.get('sort'), order: given.value.get('order') };
  const otherwise: DefaultOrder = start.style === 'since' ? 'key' : window ? 'time' : 'own';
  const parsedSort = parseSort(sortParameters, definition, () => collection.fields, otherwise);
  if (!parsedSort.ok) return parsedSort;
  const sort = parsedSort.value;
  const fault = start.style === 'since' ? sinceFault(sort, sortParameters.sort, definition) : undefined;
  if (fault) return refuse(fault);

  const parsedFilter = planFilter(collection, parameters, options);
  if (!parsedFilter.ok) return parsedFilter;
  const { filter, ignored } = parsedFilter.value;
  const query = digest(JSON.stringify([definition.name, definition.time, filter?.text ?? null, sort.text]));
  if (cursor && cursor.query !== query) return refuse(badCursor('The cursor belongs to another filter or sort.'));
  const selection = window && !goesByInstant(sort) ? filterByWindow(filter, window, timePath(collection)) : filter;
  return accept({
    parameters: parameters.map((parameter) => ({ name: parameter.name, text: formatQueryString([parameter]) })),
    filter,
    selection,
    sort,
    page: page.value,
    window,
    query,
    ignored,
    text: JSON.stringify([filter?.text ?? null, sort.text, page.value]),
  });
}

function timePath({ definition: { time }, fields }: Collection): readonly string[] {
  return time === null ? [] : (fields.find(time)?.path ?? time.split('.'));
}

/** The values of the reserved parameters. Only `filter` may come more than once. */
function readOnce(parameters: readonly QueryParameter[]): Result<ReadonlyMap<string, string>> {
  const given = new Map<string, string>();
  for (const { name, value } of parameters) {
    if (name === 'filter' || !reservedParameters.has(name)) continue;
    if (given.has(name)) {
      const detail = `"${name}" was sent more than once.`;
      return refuse(problem('bad-parameter', detail, { parameter: name, expected: 'one value' }));
    }
    given.set(name, value);
  }
  return accept(given);
}

/** Does not touch the collection's fields when there is nothing to filter by: they are worked out when first asked for. */
function planFilter(collection: Collection, parameters: readonly QueryParameter[], options: ListOptions) {
  if (parameters.every(({ name }) => name !== 'filter' && reservedParameters.has(name))) {
    return accept({ filter: null, ignored: [] });
  }
  const lenient = options.lenient || options.unknownFields === 'ignore';
  return parseFilter(parameters, collection.fields, { lenient, reserved: reservedParameters });
}

/** A walk by `since_id` goes upward by what later records have more of, the key or the time; else a problem. */
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

function mentionField(refusal: Problem, collection: Collection): Problem {
  const { parameter } = refusal;
  if (typeof parameter !== 'string' || !reservedParameters.has(parameter) || !collection.fields.find(parameter)) {
    return refusal;
  }
  return { ...refusal, detail: `${refusal.detail} The field of that name is reached with filter=${parameter} eq …` };
}
