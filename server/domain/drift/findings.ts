import { jsonEqual } from '../json/json.ts';
import {
  type Both,
  type DriftChange,
  type DriftCheck,
  type DriftExchange,
  type DriftRule,
  driftRules,
} from './drift.ts';

interface Shown {
  readonly exchanges: readonly DriftExchange[];
  readonly change?: DriftChange | null | undefined;
  readonly severity?: DriftCheck['severity'];
  /** The subject, before the sentences. */
  readonly about?: string;
}

/** Collects the checks of one collection. */
export class Findings {
  readonly checks: DriftCheck[] = [];
  readonly #collection: string;

  constructor(collection: string) {
    this.#collection = collection;
  }

  /**
   * Compares what both sides do, as the ends of sentences such as `ignores the limit`. Undefined if a side's data or
   * response do not show it.
   */
  compare(rule: DriftRule, does: Both<string | undefined>, shown: Shown): void {
    const { ours, theirs } = does;
    if (theirs === undefined || ours === undefined) {
      const who = theirs === undefined ? 'service' : 'mock';
      this.unknown(rule, `The data of the ${who} do not show it.`, shown.exchanges, shown.about);
    } else if (ours === theirs) this.#add(rule, 'same', `Both: ${ours}.`, { ...shown, change: null });
    else this.differ(rule, `The mock ${ours}. The service ${theirs}.`, shown);
  }

  differ(rule: DriftRule, detail: string, shown: Shown): void {
    this.#add(rule, 'different', detail, shown);
  }

  unknown(rule: DriftRule, detail: string, exchanges: readonly DriftExchange[] = [], about?: string): void {
    this.#add(rule, 'unknown', detail, { exchanges, ...(about !== undefined && { about }) });
  }

  #add(rule: DriftRule, outcome: DriftCheck['outcome'], detail: string, shown: Shown): void {
    const { exchanges, change = null, severity = 'difference', about } = shown;
    const same = this.checks.filter((one) => one.rule === rule);
    const sentence = about === undefined ? detail : `${about}: ${detail}`;
    const isKnown = same.some(
      (one) =>
        one.outcome === outcome &&
        jsonEqual(one.change as never, change as never) &&
        ((outcome !== 'different' && about === undefined) || one.detail === sentence),
    );
    if (isKnown) return;
    const id = `${rule} ${this.#collection}${same.length === 0 ? '' : ` ${same.length + 1}`}`;
    const numbers = exchanges.map(({ number }) => number);
    const collection = this.#collection;
    const title = driftRules[rule];
    this.checks.push({ id, rule, title, collection, outcome, severity, detail: sentence, exchanges: numbers, change });
  }
}
