import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { digest } from '../conditions/entity-tag.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { FieldCatalogue } from '../fields/fields.ts';
import type { Settings } from '../model/settings.ts';
import { parseQueryString, type QueryParameter, type SentParameter } from '../request/query-string.ts';
import { goesByInstant } from '../sort/sort.ts';
import type { DefaultOrder } from '../sort/sort-parameter.ts';
import { badCursor, expiredCursor } from './cursor.ts';
import { listParameters } from './list-parameters.ts';
import { type ListQuirks, noListQuirks } from './list-quirks.ts';
import { parsePageRequest } from './page-parameters.ts';
import type { PageRequest } from './page-request.ts';
import { dialectOf, type Selection, type SelectionOptions } from './selection.ts';
import { filterByWindow, type TimeWindow } from './time-window.ts';

export interface ListOptions extends Pick<Settings, 'pageSize' | 'maxPageSize'>, SelectionOptions {
  readonly quirks: ListQuirks;
}

/** A list request, parsed and checked, before any record is read. */
export interface ListPlan {
  /** The parameters as they were sent. */
  readonly parameters: readonly SentParameter[];
  readonly selection: Selection;
  readonly page: PageRequest;
  /** Of the selection and of {@link planText}: with equal digests, a collection in one revision gives the same page. */
  readonly digest: string;
}

/** Reads the filter and the order of a list request; `defaultOrder` holds where the request names no order. */
export type Select = (parameters: readonly SentParameter[], defaultOrder: DefaultOrder) => Result<Selection>;

/** The members of the scope as text; empty without a scope. */
export function scopeText({ scope }: SelectionOptions): string {
  return scope ? `${JSON.stringify(scope)} ` : '';
}

/** Everything that the plan of a query depends on, as text. */
export function planText({ revision }: FieldCatalogue, raw: string, options: ListOptions): string {
  const { pageSize, maxPageSize, unknownFields, lenient, quirks, dialect = '' } = options;
  const quirkText = quirks === noListQuirks ? '' : JSON.stringify(quirks);
  return `${revision} ${pageSize} ${maxPageSize} ${unknownFields} ${lenient} ${dialect} ${quirkText} ${scopeText(options)}${raw}`;
}

/**
 * Reads the query of a list request, as it was sent and without the question mark. Every refusal names its parameter; if
 * a field has the name of that parameter, the detail says how to filter by the field.
 */
export function planList(fields: FieldCatalogue, raw: string, options: ListOptions, select: Select): Result<ListPlan> {
  const parsed = parseQueryString(raw);
  const text = planText(fields, raw, options);
  const plan = parsed.ok ? planParameters(fields, parsed.value, options, select, text) : parsed;
  return plan.ok ? plan : refuse(mentionField(plan.problem, fields, dialectOf(options)));
}

function planParameters(
  fields: FieldCatalogue,
  parameters: readonly SentParameter[],
  options: ListOptions,
  select: Select,
  text: string,
): Result<ListPlan> {
  const dialect = dialectOf(options);
  const given = readOnce(parameters, dialect);
  if (!given.ok) return given;
  const page = parsePageRequest(given.value, options, fields.definition, options.quirks, dialect);
  if (!page.ok) return page;
  const { start } = page.value;
  const cursor = start.style === 'cursor' ? start.cursor : null;
  if (cursor && options.quirks.cursorExpired) return refuse(expiredCursor());
  const window = start.style === 'time' ? start.window : (cursor?.window ?? null);

  const selected = select(parameters, start.style === 'since' ? 'key' : window ? 'time' : 'own');
  if (!selected.ok) return selected;
  const selection = window ? inWindow(selected.value, window, fields) : selected.value;
  if (cursor && cursor.query !== selection.query) {
    return refuse(badCursor('The cursor belongs to another filter or sort.'));
  }
  return accept({ parameters, selection, page: page.value, digest: digest(`${selection.query} ${text}`) });
}

function inWindow(selection: Selection, window: TimeWindow, fields: FieldCatalogue): Selection {
  const { filter, sort } = selection;
  const chosen = goesByInstant(sort) ? filter : filterByWindow(filter, window, timePath(fields));
  return { ...selection, chosen, window };
}

function timePath(fields: FieldCatalogue): readonly string[] {
  const { time } = fields.definition;
  return time === null ? [] : (fields.find(time)?.path ?? time.split('.'));
}

/**
 * The values of the reserved parameters. A repeated one is `bad-parameter`, or its first value counts, as the dialect has
 * it; the filter parser checks `filter`.
 */
function readOnce(parameters: readonly QueryParameter[], dialect: Dialect): Result<ReadonlyMap<string, string>> {
  const given = new Map<string, string>();
  const reserved = listParameters(dialect);
  for (const { name, value } of parameters) {
    if (name === dialect.parameters.filter || !reserved.has(name)) continue;
    if (!given.has(name)) given.set(name, value);
    else if (dialect.pages.unusable === 'refused') {
      const detail = `"${name}" was sent more than once.`;
      return refuse(problem('bad-parameter', detail, { parameter: name, expected: 'one value' }));
    }
  }
  return accept(given);
}

function mentionField(refusal: Problem, fields: FieldCatalogue, dialect: Dialect): Problem {
  const { parameter } = refusal;
  const { filter } = dialect.parameters;
  if (typeof parameter !== 'string' || filter === undefined || !fields.find(parameter)) return refusal;
  if (!listParameters(dialect).has(parameter)) return refusal;
  return {
    ...refusal,
    detail: `${refusal.detail} The field of that name is reached with ${filter}=${parameter} eq …`,
  };
}
