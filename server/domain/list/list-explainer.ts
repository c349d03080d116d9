import type { Collection } from '../records/collection.ts';
import type { Overlay } from '../records/record-source.ts';
import { type Asked, explainList, type Findings, type QueryExplanation } from './explain.ts';
import { explainRecord, type RecordExplanation } from './explain-record.ts';
import type { ListPlan } from './list-plan.ts';
import type { ListQuirks } from './list-quirks.ts';
import type { PageRequest } from './page-request.ts';
import type { Selection } from './selection.ts';

/** The latest explanation by plan: the next response to a plan often has the same one. */
const latestByPlan = new WeakMap<ListPlan, ListExplainer>();

/**
 * The input of a list's explanation, which is computed on demand. The request log keeps thousands of these, so one holds
 * references that many lists share, and few numbers of its own.
 */
export class ListExplainer implements Asked, Findings {
  readonly selection: Selection;
  readonly page: PageRequest;
  readonly quirks: ListQuirks;
  readonly start: number;
  readonly returned: number;
  readonly size: number;
  readonly matched: number;
  readonly counts: readonly number[];
  readonly #collection: Collection;
  readonly #overlay: (() => Overlay) | undefined;

  private constructor(
    collection: Collection,
    { selection, page }: ListPlan,
    quirks: ListQuirks,
    overlay: (() => Overlay) | undefined,
    { start, returned, size, matched, counts }: Findings,
  ) {
    this.selection = selection;
    this.page = page;
    this.quirks = quirks;
    this.start = start;
    this.returned = returned;
    this.size = size;
    this.matched = matched;
    this.counts = counts;
    this.#collection = collection;
    this.#overlay = overlay;
  }

  /** Returns the same object for responses to a plan with equal figures. */
  static of(
    collection: Collection,
    plan: ListPlan,
    quirks: ListQuirks,
    overlay: (() => Overlay) | undefined,
    findings: Findings,
  ): ListExplainer {
    const latest = latestByPlan.get(plan);
    if (latest && !overlay && latest.#isOf(collection, quirks, findings)) return latest;
    const explainer = new ListExplainer(collection, plan, quirks, overlay, findings);
    latestByPlan.set(plan, explainer);
    return explainer;
  }

  #isOf(collection: Collection, quirks: ListQuirks, { start, returned, size, matched, counts }: Findings): boolean {
    return (
      this.#collection === collection &&
      this.quirks === quirks &&
      this.#overlay === undefined &&
      this.counts === counts &&
      this.matched === matched &&
      this.size === size &&
      this.returned === returned &&
      this.start === start
    );
  }

  explain(): QueryExplanation {
    return explainList(this, this.#collection.definition.key, this);
  }

  /** Explains whether a record is on the page, by its present value. */
  explainRecord(id: string): RecordExplanation {
    return explainRecord(this.#collection, this, this.#overlay, id, this.explain().page);
  }
}
