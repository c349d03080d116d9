import type { ListedChange } from '../../../server/contract/schema/output.ts';
import type { Problem } from '../../../server/domain/basics/problem.ts';
import type { ChangeKind, StateComparison } from '../../../server/domain/records/state-comparison.ts';

export type Page = StateComparison<ListedChange>;

/** The two sides of a comparison: a live state, and the fixtures or a snapshot. */
export interface Compared {
  /** Null for the shared live state. */
  readonly session: string | null;
  /** Null for the fixtures. */
  readonly snapshot: string | null;
}

export interface ComparisonState extends Compared {
  /** Null for all collections. */
  readonly collection: string | null;
  /** Null for all kinds. */
  readonly kind: ChangeKind | null;
  /** The offsets of the pages before the shown one, and its own at the end. */
  readonly offsets: readonly number[];
  /** Pages to go on once the one at the last offset is known: only a page tells where the next one begins. */
  readonly ahead: number;
  /** The latest page, which follows the last offset; null before the first reply. */
  readonly page: (Page & { readonly offset: number }) | null;
  readonly problem: Problem | null;
  /** Keys of the records that are not as {@link isOpenByDefault} says. */
  readonly toggled: ReadonlySet<string>;
  /** Keys of selected records of the page. */
  readonly selected: ReadonlySet<string>;
}

export const none: ReadonlySet<string> = new Set();

export const start: ComparisonState = {
  session: null,
  snapshot: null,
  collection: null,
  kind: null,
  offsets: [0],
  ahead: 0,
  page: null,
  problem: null,
  toggled: none,
  selected: none,
};
