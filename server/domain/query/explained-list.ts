import type { Collection } from '../records/collection.ts';
import type { Overlay } from '../records/overlaid-records.ts';
import { explainList, type Findings, type QueryExplanation } from './explain.ts';
import { explainRecord, type RecordExplanation } from './explain-record.ts';
import type { ListPlan } from './list-plan.ts';
import type { ListQuirks } from './list-quirks.ts';

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

  constructor(
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

  explain(): QueryExplanation {
    return explainList(this.#plan, this.#collection.definition.key, this.#findings);
  }

  /** Why the record of that id is on the page or is not, by what it is now. */
  explainRecord(id: string): RecordExplanation {
    return explainRecord(this.#collection, this.#plan, this.#quirks, this.#overlay, id, this.explain().page);
  }
}
