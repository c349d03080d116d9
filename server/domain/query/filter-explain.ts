import type { JsonObject } from '../json/json.ts';
import { assertNever } from '../result.ts';
import type { FilterNodeExplanation } from './explain.ts';
import type { Filter, FilterNode } from './filter.ts';

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
  const results: boolean[] = [];
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (!node) continue;
    const holds = holdsBy(node, value, results);
    if (holds) counts[index] = (counts[index] ?? 0) + step;
    results.push(holds);
  }
  return results.pop() ?? true;
}

/** Takes the results of a node's children from the end of the list, and says by them whether the node is true. */
function holdsBy({ children, joins, test }: FilterNode, value: JsonObject, results: boolean[]): boolean {
  let every = true;
  let some = false;
  for (let left = children.length; left > 0; left--) {
    if (results.pop()) some = true;
    else every = false;
  }
  switch (joins) {
    case 'and':
      return every;
    case 'or':
      return some;
    case 'not':
      return !some;
    case null:
      return test(value);
    default:
      return assertNever(joins);
  }
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
