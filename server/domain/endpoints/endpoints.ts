import type { RuleTarget } from '../scenario/rule-match.ts';
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

/** The collection and the record that a path names; both null if no endpoint has the path. */
export function targetOf(path: string): RuleTarget {
  for (const endpoint of endpoints) {
    const target = endpoint.targetOf(path);
    if (target) return target;
  }
  return { collection: null, id: null };
}
