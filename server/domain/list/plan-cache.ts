import { LruMap } from '../basics/lru-map.ts';
import type { Result } from '../basics/result.ts';
import type { FieldCatalogue } from '../fields/fields.ts';
import type { SentParameter } from '../request/query-string.ts';
import type { DefaultOrder } from '../sort/sort-parameter.ts';
import { pageNames } from './list-parameters.ts';
import { type ListOptions, type ListPlan, planList, planText, scopeText } from './list-plan.ts';
import { dialectOf, planSelection, type Selection, type SelectionOptions } from './selection.ts';

/** Plans, and selections, in a cache. */
const cacheLimit = 64;

/** The cache of each catalogue. Records do not know plans, so the plans are found by the catalogue, and live as long as it. */
const cacheByCatalogue = new WeakMap<FieldCatalogue, PlanCache>();

export function planCacheOf(fields: FieldCatalogue): PlanCache {
  let cache = cacheByCatalogue.get(fields);
  if (!cache) {
    cache = new PlanCache(fields);
    cacheByCatalogue.set(fields, cache);
  }
  return cache;
}

/**
 * The plans of the latest queries of a collection, valid until the catalogue grows. Most clients repeat a few queries;
 * those that crawl repeat none, but use the same selection for every page.
 */
class PlanCache {
  readonly #fields: FieldCatalogue;
  #plans = new LruMap<string, Result<ListPlan>>(cacheLimit);
  #selections = new LruMap<string, Result<Selection>>(cacheLimit);
  /** The revision of the catalogue for which the cache is valid. */
  #revision = 0;

  constructor(fields: FieldCatalogue) {
    this.#fields = fields;
  }

  /** The plan of {@link planList}. */
  plan(raw: string, options: ListOptions): Result<ListPlan> {
    this.#dropStale();
    const text = planText(this.#fields, raw, options);
    const cached = this.#plans.get(text);
    if (cached) return cached;
    const plan = planList(this.#fields, raw, options, (parameters, defaultOrder) =>
      this.#selection(parameters, defaultOrder, options),
    );
    this.#plans.set(text, plan);
    return plan;
  }

  #selection(
    parameters: readonly SentParameter[],
    defaultOrder: DefaultOrder,
    options: SelectionOptions,
  ): Result<Selection> {
    let text = `${options.dialect} ${options.unknownFields} ${options.lenient} ${defaultOrder} ${scopeText(options)}`;
    const paging = pageNames(dialectOf(options));
    for (const parameter of parameters) if (!paging.has(parameter.name)) text += ` ${parameter.text}`;
    const cached = this.#selections.get(text);
    if (cached) return cached;
    const selection = planSelection(this.#fields, parameters, defaultOrder, options);
    this.#selections.set(text, selection);
    return selection;
  }

  #dropStale(): void {
    const { revision } = this.#fields;
    if (revision === this.#revision) return;
    this.#plans = new LruMap(cacheLimit);
    this.#selections = new LruMap(cacheLimit);
    this.#revision = revision;
  }
}
