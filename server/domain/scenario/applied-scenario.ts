import { assertNever } from '../result.ts';
import type { Rule, RuleEffect, Scenario } from './scenario.ts';

/** What the rules need to know of a request. */
export interface RuleSubject {
  readonly method: string;
  /** The path as it was sent. */
  readonly path: string;
  /** Key of the record that the request is about, decoded; null when it is about none. */
  readonly id: string | null;
}

/** What a scenario makes of one request. */
export interface RuleOutcome {
  /** Places of the rules that touched the request, from 0. */
  readonly rules: readonly number[];
  /** Milliseconds, the delays of all rules added up. */
  readonly delay: number;
  /** The answer of the first rule that gives one. */
  readonly answer: Extract<RuleEffect, { kind: 'answer' }> | null;
  /** Statuses laid over users, by user id; null when there are none. */
  readonly statuses: ReadonlyMap<string, string> | null;
}

/** What a request meets that no rule touches: one object for all, because that is most requests. */
export const untouched: RuleOutcome = { rules: [], delay: 0, answer: null, statuses: null };

/**
 * Tries the rules of a scenario in order: the first that answers wins, delays add up, and of two statuses for one user
 * the first wins.
 */
export function applyRules(scenario: Scenario, subject: RuleSubject): RuleOutcome {
  if (scenario.rules.length === 0) return untouched;
  const rules: number[] = [];
  let delay = 0;
  let answer: RuleOutcome['answer'] = null;
  const statuses = new Map<string, string>();
  scenario.rules.forEach(({ when, then }, index) => {
    if (!matches(when, subject)) return;
    switch (then.kind) {
      case 'delay':
        delay += then.milliseconds;
        break;
      case 'answer':
        if (answer) return;
        answer = then;
        break;
      case 'user-status':
        if (statuses.has(then.userId)) return;
        statuses.set(then.userId, then.status);
        break;
      default:
        assertNever(then);
    }
    rules.push(index);
  });
  return rules.length === 0 ? untouched : { rules, delay, answer, statuses: statuses.size === 0 ? null : statuses };
}

/** What a rule does, as a phrase. */
export function describeEffect(effect: RuleEffect): string {
  switch (effect.kind) {
    case 'delay':
      return `held back ${effect.milliseconds} ms`;
    case 'answer':
      return `answered ${effect.status}`;
    case 'user-status':
      return `user ${effect.userId} reported ${effect.status}`;
    default:
      return assertNever(effect);
  }
}

function matches(when: Rule['when'], subject: RuleSubject): boolean {
  return (
    (when.method === undefined || when.method === subject.method) &&
    (when.id === undefined || when.id === subject.id) &&
    (when.path === undefined || matchesPath(when.path, subject.path))
  );
}

/** Segment by segment: `{name}` stands for any one segment, a last `**` for any rest, also an empty one. */
function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  for (const [index, segment] of wanted.entries()) {
    if (segment === '**' && index === wanted.length - 1) return true;
    if (index >= given.length) return false;
    const anyOne = segment.startsWith('{') && segment.endsWith('}');
    if (anyOne ? given[index] === '' : segment !== given[index]) return false;
  }
  return wanted.length === given.length;
}
