import type { Collection } from '../records/collection.ts';
import type { Overlay } from '../records/overlaid-records.ts';
import { explainList, type Findings, type QueryExplanation } from './explain.ts';
import { explainRecord, type RecordExplanation } from './explain-record.ts';
import type { ListPlan } from './list-plan.ts';
import type { ListQuirks } from './list-quirks.ts';

/** The latest of each plan. */
const latest = new WeakMap<ListPlan, ExplainedList>();

/**
 * What a list is explained from once somebody asks. The request log keeps thousands of these, so it holds what many lists
 * share, and of its own little more than numbers.
 */
export class ExplainedList {
  readonly #collection: Collection;
  readonly #plan: ListPlan;
  readonly #quirks: ListQuirks;
  readonly #overlay: (() => Overlay) | undefined;
  readonly #findings: Findings;

  private constructor(
    collection: Collection,
    plan: ListPlan,
    quirks: ListQuirks,
    overlay: (() => Overlay) | undefined,
    findings: Findings,
  ) {
    this.#collection = collection;
    this.#plan = plan;
    this.#quirks = quirks;
    this.#overlay = overlay;
    this.#findings = findings;
  }

  /** One for all answers to a plan as long as they find the same. */
  static of(
    collection: Collection,
    plan: ListPlan,
    quirks: ListQuirks,
    overlay: (() => Overlay) | undefined,
    findings: Findings,
  ): ExplainedList {
    const known = latest.get(plan);
    if (known && !overlay && known.#isOf(collection, quirks, findings)) return known;
    const made = new ExplainedList(collection, plan, quirks, overlay, findings);
    latest.set(plan, made);
    return made;
  }

  #isOf(collection: Collection, quirks: ListQuirks, findings: Findings): boolean {
    const { found, start, returned, size, matched, counts } = this.#findings;
    return (
      this.#collection === collection &&
      this.#quirks === quirks &&
      this.#overlay === undefined &&
      counts === findings.counts &&
      matched === findings.matched &&
      size === findings.size &&
      returned === findings.returned &&
      start === findings.start &&
      found === findings.found
    );
  }

  explain(): QueryExplanation {
    return explainList(this.#plan, this.#collection.definition.key, this.#findings);
  }

  /** Why the record of that id is on the page or is not, by what it is now. */
  explainRecord(id: string): RecordExplanation {
    return explainRecord(this.#collection, this.#plan, this.#quirks, this.#overlay, id, this.explain().page);
  }
}
