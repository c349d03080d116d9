import type { JsonObject } from '../json/json.ts';
import type { Filter, FilterNode } from './filter.ts';

export interface FilterNodeExplanation {
  /** The node as text, in the grammar of `filter=`. */
  readonly text: string;
  /** The parameter it came from; null when it combines several. */
  readonly parameter: string | null;
  /** How many records of the collection this node alone is true for. */
  readonly matches: number;
  readonly children: readonly FilterNodeExplanation[];
}

/** Whether nodes hold whose parents are still to come: used again for every record, since there may be millions of them. */
const results: boolean[] = [];

/**
 * Adds `step` to the count of every node that is true for the record: 1 when it comes, -1 when it goes. Returns whether
 * the filter is true for it. From the last node to the first, so that a node follows from its children and nothing is
 * tested twice.
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

/** Whether a node holds by the results of its children, which begin at `first`. */
function joined(joins: NonNullable<FilterNode['joins']>, first: number, children: number): boolean {
  for (let index = first; index < first + children; index++) {
    if (results[index] === (joins !== 'and')) return joins === 'or';
  }
  return joins !== 'or';
}

/** The filter's tree with the count of each node; `counts` stands beside {@link Filter.nodes}. */
export function explainFilter(filter: Filter, counts: ArrayLike<number>): FilterNodeExplanation {
  let index = 0;

  function explain(node: FilterNode): FilterNodeExplanation {
    const matches = counts[index] ?? 0;
    index += 1;
    return { text: node.text, parameter: node.parameter, matches, children: node.children.map(explain) };
  }

  return explain(filter.root);
}
