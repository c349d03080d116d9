import type { DeclaredScenario, Rule, RuleEffect, Scenario } from '../scenario/scenario.ts';

/** A trouble that the mock makes for a client under audit: a scenario, with the rules of the audit that it exercises. */
export interface Scene extends Omit<Scenario, 'seed'> {
  /** Ids of audit rules. */
  readonly exercises: readonly string[];
}

/** A scene as declared: only the name is needed. */
export type DeclaredScene = DeclaredScenario & Partial<Pick<Scene, 'exercises'>>;

const sceneTitle = 'Scene: ';

/** The name of the scenario that a scene activates. */
export function sceneScenario({ name }: Pick<Scene, 'name'>): string {
  return sceneTitle + name;
}

/** True for the name of a scenario that a scene activated. */
export function isScene(scenario: string): boolean {
  return scenario.startsWith(sceneTitle);
}

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'];
const changes = ['PUT', 'PATCH', 'DELETE'];

/** The effect on the first requests with each of these methods. */
function onFirst(count: number, methods: readonly string[], then: RuleEffect): readonly Rule[] {
  return methods.map((method) => ({ when: { method, occurrence: { kind: 'first', count } }, then }));
}

/** The built-in scenes, in the order in which they play. */
export const auditScenes: readonly Scene[] = [
  {
    name: 'ghost-write',
    description: 'Another client changes the record just before the first PUT, PATCH and DELETE.',
    rules: onFirst(1, changes, { kind: 'ghost-write' }),
    exercises: ['unconditional-write', 'lost-update', 'no-read-after-412', 'repeated-412-428'],
  },
  {
    name: 'commit-then-reset',
    description: 'The first POST, PUT, PATCH and DELETE take effect, but the connection is reset before the response.',
    rules: onFirst(1, writes, { kind: 'fault', fault: 'commit-then-reset' }),
    exercises: ['blind-retry', 'committed-twice', 'idempotency-key-changed'],
  },
  {
    name: 'retry-after',
    description: 'The first request with each method gets 429 with Retry-After: 1.',
    rules: onFirst(1, ['GET', ...writes], { kind: 'answer', status: 429, headers: { 'Retry-After': '1' } }),
    exercises: ['before-retry-after'],
  },
  {
    name: 'unavailable',
    description: 'The first three GETs and the first POST, PUT, PATCH and DELETE get 503.',
    rules: [
      ...onFirst(3, ['GET'], { kind: 'answer', status: 503 }),
      ...onFirst(1, writes, { kind: 'answer', status: 503 }),
    ],
    exercises: ['no-backoff', 'retries-in-step', 'read-not-retried', 'blind-retry'],
  },
  {
    name: 'cut-body',
    description: 'The bodies of the first two GETs are cut short.',
    rules: onFirst(2, ['GET'], { kind: 'fault', fault: 'cut' }),
    exercises: ['read-not-retried'],
  },
  {
    name: 'expired-cursor',
    description: 'The second request with a cursor gets 410: the cursor has expired.',
    rules: [
      {
        when: { method: 'GET', query: { cursor: null }, occurrence: { kind: 'nth', count: 2 } },
        then: { kind: 'quirk', quirk: 'cursor-expired' },
      },
    ],
    exercises: ['refusal-retried', 'cursor-altered', 'wrong-end'],
  },
  {
    name: 'changed-total',
    description: 'The total of every second page is one too high.',
    rules: [
      {
        when: { method: 'GET', occurrence: { kind: 'every', count: 2 } },
        then: { kind: 'quirk', quirk: 'total-off-by-one' },
      },
    ],
    exercises: ['wrong-end', 'page-cap-unnoticed'],
  },
  {
    name: 'capped-pages',
    description: 'Pages have at most five records, even if the client asks for more.',
    rules: [{ when: { method: 'GET' }, then: { kind: 'quirk', quirk: 'page-size-capped', size: 5 } }],
    exercises: ['wrong-offset', 'page-cap-unnoticed', 'wrong-end'],
  },
  {
    name: 'weak-tags',
    description: 'All entity tags are weak, so If-Match never matches them.',
    rules: [{ when: {}, then: { kind: 'quirk', quirk: 'weak-tags' } }],
    exercises: ['unusable-if-match', 'repeated-412-428'],
  },
  {
    name: 'slow',
    description: 'The first three responses take three seconds.',
    rules: [{ when: { occurrence: { kind: 'first', count: 3 } }, then: { kind: 'delay', milliseconds: 3000 } }],
    exercises: ['blind-retry', 'read-not-retried'],
  },
];
