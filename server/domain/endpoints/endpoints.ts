import type { RouteExplanation } from '../response/explanation.ts';
import type { RuleTarget } from '../scenario/rule-match.ts';
import type { MockContext } from '../session/context.ts';
import type { DefinedEndpoint } from './endpoint.ts';
import { listEndpoint } from './list-endpoint.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { authorityEndpoint, indexEndpoint, openApiEndpoint, problemEndpoint } from './service-endpoints.ts';
import { userEndpoint } from './user-endpoint.ts';

/** Every path of the mock API, the busiest first. */
export const endpoints: readonly DefinedEndpoint[] = [
  userEndpoint,
  recordEndpoint,
  listEndpoint,
  indexEndpoint,
  openApiEndpoint,
  problemEndpoint,
  authorityEndpoint,
];

/** The pattern, collection and record of a path in a workspace; each null if no endpoint has the path. */
export function routeOf({ paths }: Pick<MockContext, 'paths'>, path: string): RouteExplanation {
  if (paths.find(path) !== 'other') return paths.routeOf(path);
  for (const { pattern, targetOf } of endpoints) {
    const target = targetOf(path);
    if (target) return { pattern, ...target };
  }
  return { pattern: null, collection: null, id: null };
}

/** The collection and the record that a path names in a workspace; both null if no endpoint has the path. */
export function targetOf(context: Pick<MockContext, 'paths'>, path: string): RuleTarget {
  const { collection, id } = routeOf(context, path);
  return { collection, id };
}
