import type { RuleTarget } from '../scenario/rule-match.ts';
import type { MockContext } from '../session/context.ts';
import type { DefinedEndpoint } from './endpoint.ts';
import { listEndpoint } from './list-endpoint.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { indexEndpoint, openApiEndpoint, problemEndpoint } from './service-endpoints.ts';
import { userEndpoint } from './user-endpoint.ts';

/** Every path of the mock API, the busiest first. */
export const endpoints: readonly DefinedEndpoint[] = [
  userEndpoint,
  recordEndpoint,
  listEndpoint,
  indexEndpoint,
  openApiEndpoint,
  problemEndpoint,
];

/** The collection and the record that a path names in a workspace; both null if no endpoint has the path. */
export function targetOf({ paths }: Pick<MockContext, 'paths'>, path: string): RuleTarget {
  const found = paths.find(path);
  if (found !== 'other') {
    const { collection, id } = paths.routeOf(path);
    return { collection, id };
  }
  for (const endpoint of endpoints) {
    const target = endpoint.targetOf(path);
    if (target) return target;
  }
  return { collection: null, id: null };
}
