import type { JsonObject } from '../../../server/domain/json/json.ts';

/** The rules that the model understands. */
export interface ReferenceRule {
  readonly when: { readonly method?: string; readonly path?: string };
  readonly then:
    | { readonly kind: 'user-status'; readonly userId: string; readonly status: string }
    | { readonly kind: 'answer'; readonly status: number }
    | { readonly kind: 'ghost-write'; readonly patch: JsonObject };
}

export interface ReferenceScenario {
  readonly name: string;
  readonly description: string;
  readonly rules: readonly ReferenceRule[];
}

/** The statuses that a scenario shows. The model's rules of that kind apply to every request. */
export function statusesOf(scenario: ReferenceScenario | undefined): ReadonlyMap<string, string> {
  const statuses = new Map<string, string>();
  for (const { then } of scenario?.rules ?? []) if (then.kind === 'user-status') statuses.set(then.userId, then.status);
  return statuses;
}

/** The status of the first rule that responds to a request itself. */
export function statusOf(scenario: ReferenceScenario | undefined, method: string, path: string): number | undefined {
  for (const { when, then } of scenario?.rules ?? []) {
    if (then.kind === 'answer' && applies(when, method, path)) return then.status;
  }
  return undefined;
}

/** The change that a scenario makes just before a write. */
export function ghostOf(scenario: ReferenceScenario | undefined, method: string, path: string): JsonObject | undefined {
  if (!['PUT', 'PATCH', 'DELETE'].includes(method)) return undefined;
  for (const { when, then } of scenario?.rules ?? []) {
    if (then.kind === 'ghost-write' && applies(when, method, path)) return then.patch;
  }
  return undefined;
}

function applies({ method, path }: ReferenceRule['when'], given: string, address: string): boolean {
  if (method !== undefined && method !== given) return false;
  if (path === undefined) return true;
  const [pattern, actual] = [path.split('/'), address.split('/')];
  return (
    pattern.length === actual.length && pattern.every((part, index) => part.startsWith('{') || part === actual[index])
  );
}
