import type { JsonObject } from '../json/json.ts';

/** One condition of a filter, or several combined: what an explanation shows as one line. */
export interface FilterNode {
  /** The node in the grammar of `filter=`. */
  readonly text: string;
  /** The parameter it came from; null when it combines several. */
  readonly parameter: string | null;
  readonly children: readonly FilterNode[];
  readonly test: (value: JsonObject) => boolean;
}

/** A filter ready to run. */
export interface Filter {
  /** Canonical: the same text means the same filter, whatever the parameters it came from. */
  readonly text: string;
  readonly root: FilterNode;
  /** Every node, a parent right before its children, so that counts can stand in an array beside it. */
  readonly nodes: readonly FilterNode[];
}
