import type { JsonObject } from '../json/json.ts';
import type { FilterNodeExplanation } from './explain.ts';
import type { Filter, FilterNode } from './filter.ts';

/** Adds `step` to the count of every node that is true for the record: 1 when it comes, -1 when it goes. */
export function countNodes(filter: Filter, value: JsonObject, counts: { [node: number]: number }, step: 1 | -1): void {
  filter.nodes.forEach((node, index) => {
    if (node.test(value)) counts[index] = (counts[index] ?? 0) + step;
  });
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
