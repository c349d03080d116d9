import { LruMap } from '../basics/lru-map.ts';
import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import type { KnownCollection } from '../fields/fields.ts';
import type { Settings } from '../model/settings.ts';
import { parseQueryString, type QueryParameter, type SentParameter } from '../request/query-string.ts';
import { goesByInstant } from '../sort/sort.ts';
import type { DefaultOrder } from '../sort/sort-parameter.ts';
import { badCursor, expiredCursor } from './cursor.ts';
import type { ExplainedList } from './explained-list.ts';
import { type ListQuirks, noListQuirks } from './list-quirks.ts';
import { type PageRequest, pageParameters, parsePageRequest, reservedParameters } from './page-request.ts';
import { planSelection, type Selection, type SelectionOptions } from './selection.ts';
import { filterByWindow, type TimeWindow } from './time-window.ts';

/** Plans, and selections, that are remembered at the most. */
const remembered = 64;

export interface ListOptions extends Pick<Settings, 'pageSize' | 'maxPageSize'>, SelectionOptions {
  readonly quirks: ListQuirks;
}

/** What a list request asks for, understood and checked, before any record is looked at. */
export interface ListPlan {
  /** As they were sent. */
  readonly parameters: readonly SentParameter[];
  readonly selection: Selection;
  readonly page: PageRequest;
  /** What it was made from: with the same text, the same collection gives the same page. */
  readonly text: string;
  /** The latest answer to it, explained: the next often finds the same. */
  latest: ExplainedList | null;
}

/**
 * What a collection's latest queries mean. It holds as long as no new field comes to be known. Clients ask few queries
 * over and over; those that walk ask none twice, but all with one selection.
 */
export class PlanMemory {
  readonly #collection: KnownCollection;
  #plans = new LruMap<string, Result<ListPlan>>(remembered);
  #selections = new LruMap<string, Result<Selection>>(remembered);
  /** The revision of the fields at which they were made. */
  #fields = 0;

  constructor(collection: KnownCollection) {
    this.#collection = collection;
  }

  /** What {@link planList} gives. */
  plan(raw: string, options: ListOptions): Result<ListPlan> {
    this.#forgetOld();
    const text = planText(this.#collection, raw, options);
    const known = this.#plans.get(text);
    if (known) return known;
    const plan = planList(this.#collection, raw, options, text);
    this.#plans.set(text, plan);
    return plan;
  }

  /** What {@link planSelection} gives. */
  selection(
    parameters: readonly SentParameter[],
    otherwise: DefaultOrder,
    options: SelectionOptions,
  ): Result<Selection> {
    this.#forgetOld();
    let request = `${options.unknownFields} ${options.lenient} ${otherwise}`;
    for (const { name, text } of parameters) if (!pageParameters.has(name)) request += ` ${text}`;
    const known = this.#selections.get(request);
    if (known) return known;
    const selection = planSelection(this.#collection, parameters, otherwise, options);
    this.#selections.set(request, selection);
    return selection;
  }

  #forgetOld(): void {
    const { revision } = this.#collection.fields;
    if (revision === this.#fields) return;
    this.#plans = new LruMap(remembered);
    this.#selections = new LruMap(remembered);
    this.#fields = revision;
  }
}

/** All that a plan depends on. */
function planText({ fields }: KnownCollection, raw: string, options: ListOptions): string {
  const { pageSize, maxPageSize, unknownFields, lenient, quirks } = options;
  const laid = quirks === noListQuirks ? '' : JSON.stringify(quirks);
  return `${fields.revision} ${pageSize} ${maxPageSize} ${unknownFields} ${lenient} ${laid} ${raw}`;
}

/**
 * Reads the query of a list request, as it was sent and without the question mark. Every refusal names its parameter;
 * where a field is called like that parameter, it says how to reach the field.
 */
export function planList(
  collection: KnownCollection,
  raw: string,
  options: ListOptions,
  text = planText(collection, raw, options),
): Result<ListPlan> {
  const parsed = parseQueryString(raw);
  const plan = parsed.ok ? planParameters(collection, parsed.value, options, text) : parsed;
  return plan.ok ? plan : refuse(mentionField(plan.problem, collection));
}

function planParameters(
  collection: KnownCollection,
  parameters: readonly SentParameter[],
  options: ListOptions,
  text: string,
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

  const otherwise: DefaultOrder = start.style === 'since' ? 'key' : window ? 'time' : 'own';
  const selected = collection.plans.selection(parameters, otherwise, options);
  if (!selected.ok) return selected;
  const selection = window ? inWindow(selected.value, window, collection) : selected.value;
  if (cursor && cursor.query !== selection.query) {
    return refuse(badCursor('The cursor belongs to another filter or sort.'));
  }
  return accept({ parameters, selection, page: page.value, text, latest: null });
}

function inWindow(selection: Selection, window: TimeWindow, collection: KnownCollection): Selection {
  const { filter, sort } = selection;
  const chosen = goesByInstant(sort) ? filter : filterByWindow(filter, window, timePath(collection));
  return { ...selection, chosen, window };
}

function timePath({ definition: { time }, fields }: KnownCollection): readonly string[] {
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

function mentionField(refusal: Problem, collection: KnownCollection): Problem {
  const { parameter } = refusal;
  if (typeof parameter !== 'string' || !reservedParameters.has(parameter) || !collection.fields.find(parameter)) {
    return refusal;
  }
  return { ...refusal, detail: `${refusal.detail} The field of that name is reached with filter=${parameter} eq …` };
}
