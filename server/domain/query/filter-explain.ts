import type { JsonObject } from '../json/json.ts';
import type { FilterNodeExplanation } from './explain.ts';
import type { Filter, FilterNode } from './filter.ts';

/**
 * Adds `step` to the count of every node that is true for the record: 1 when it comes, -1 when it goes. Returns whether
 * the filter is true for it.
 */
export function countNodes(
  { nodes, root }: Filter,
  value: JsonObject,
  counts: { [node: number]: number },
  step: 1 | -1,
): boolean {
  let matches = false;
  for (const [index, node] of nodes.entries()) {
    if (!node.test(value)) continue;
    counts[index] = (counts[index] ?? 0) + step;
    if (node === root) matches = true;
  }
  return matches;
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
