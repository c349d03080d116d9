import type { JsonObject } from '../json/json.ts';
import type { Filter, FilterNode } from './filter.ts';

export interface FilterNodeExplanation {
  /** The node as text, in the grammar of `filter=`. */
  readonly text: string;
  /** The query parameter; null for a node that combines several. */
  readonly parameter: string | null;
  /** How many records of the collection match this node alone. */
  readonly matches: number;
  readonly children: readonly FilterNodeExplanation[];
}

/** A stack of node results; shared by all records, because there may be millions of them. */
const results: boolean[] = [];

/**
 * Adds `step` to the count of every node that the record matches: 1 for an added record, -1 for a removed one. Returns
 * whether the record matches the filter. Evaluates the nodes from last to first, so that each node combines the results of
 * its children and no condition is tested twice.
 */
export function countNodes(
  { nodes }: Filter,
  value: JsonObject,
  counts: { [node: number]: number },
  step: 1 | -1,
): boolean {
  let open = 0;
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (!node) continue;
    open -= node.children.length;
    const holds = node.joins === null ? node.test(value) : joined(node.joins, open, node.children.length);
    if (holds) counts[index] = (counts[index] ?? 0) + step;
    results[open] = holds;
    open += 1;
  }
  return results[0] ?? true;
}

/** The result of a node, combined from the results of its children, which begin at `first`. */
function joined(joins: NonNullable<FilterNode['joins']>, first: number, children: number): boolean {
  for (let index = first; index < first + children; index++) {
    if (results[index] === (joins !== 'and')) return joins === 'or';
  }
  return joins !== 'or';
}

/** The filter's tree with the count of each node; `counts` has the order of {@link Filter.nodes}. */
export function explainFilter(filter: Filter, counts: ArrayLike<number>): FilterNodeExplanation {
  let index = 0;

  function explain(node: FilterNode): FilterNodeExplanation {
    const matches = counts[index] ?? 0;
    index += 1;
    return { text: node.text, parameter: node.parameter, matches, children: node.children.map(explain) };
  }

  return explain(filter.root);
}
