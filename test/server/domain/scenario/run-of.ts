import type { RuleRequest, RuleTarget } from '../../../../server/domain/scenario/rule-match.ts';
import type { Rule, RuleCondition, RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import { ScenarioRun } from '../../../../server/domain/scenario/scenario-run.ts';

export interface Sent extends Partial<Omit<RuleRequest, 'header'>>, Partial<RuleTarget> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly now?: number;
}

/** A new run of a scenario with these rules. */
export function runOf(rules: readonly Rule[], seed?: number): ScenarioRun {
  return new ScenarioRun({ name: 'Test', description: '', rules, ...(seed !== undefined && { seed }) });
}

/** Evaluates a request, by default a GET of user 42. */
export function meet(run: ScenarioRun, { headers = {}, now = 0, collection = 'users', id = '42', ...sent }: Sent = {}) {
  const request = {
    method: 'GET',
    path: '/users/42',
    query: '',
    header: (name: string) => headers[name],
    body: undefined,
    ...sent,
  };
  return run.evaluate(request, { collection, id }, () => now);
}

export function rule(then: RuleEffect, when: RuleCondition = {}): Rule {
  return { when, then };
}

export const slow = rule({ kind: 'delay', milliseconds: 100 });
export const down = rule({ kind: 'answer', status: 503 });
