import { assertNever } from '../basics/result.ts';
import { count, ordinal } from '../json/wording.ts';
import type { RuleEffect } from './scenario.ts';

/** The effect of a rule as a phrase, such as "delayed 500 ms". `step` is the index of the response that a sequence gave. */
export function describeEffect(effect: RuleEffect, step: number | null = null): string {
  switch (effect.kind) {
    case 'delay':
      return describeDelay(effect);
    case 'dribble':
      return `body dribbled over ${effect.milliseconds} ms`;
    case 'throttle':
      return `throttled to ${effect.bytesPerSecond} bytes a second`;
    case 'answer':
      return `answered ${effect.status}`;
    case 'sequence':
      return describeSequence(effect, step);
    case 'user-status':
      return `user ${effect.userId} reported ${effect.status}`;
    case 'fault':
      return faults[effect.fault];
    case 'rate-limit':
      return `refused beyond ${count(effect.requests, 'request')} in ${effect.seconds} s`;
    case 'ghost-write':
      return 'record changed by another client first';
    case 'quirk':
      return effect.quirk === 'page-size-capped' ? `pages capped at ${effect.size}` : quirks[effect.quirk];
    default:
      return assertNever(effect);
  }
}

function describeDelay({ milliseconds, spread }: Extract<RuleEffect, { kind: 'delay' }>): string {
  if (spread === undefined) return `delayed ${milliseconds} ms`;
  return spread.kind === 'uniform'
    ? `delayed ${milliseconds} to ${spread.most} ms`
    : `delayed about ${milliseconds} ms`;
}

const ends = { stay: 'the last stays', repeat: 'then from the first again', pass: 'then the mock answers' } as const;

function describeSequence({ answers, end }: Extract<RuleEffect, { kind: 'sequence' }>, step: number | null): string {
  const given = step === null ? undefined : answers[step];
  if (step !== null && given)
    return `answered ${given.status}, the ${ordinal(step + 1)} of ${count(answers.length, 'response')}`;
  return `answered in turn ${answers.map(({ status }) => status).join(', ')}; ${ends[end ?? 'stay']}`;
}

const faults = {
  reset: 'connection reset',
  empty: 'connection closed without a byte',
  malformed: 'bytes sent that are not HTTP',
  hang: 'never answered',
  cut: 'body cut short',
  'commit-then-reset': 'carried out, then connection reset',
} as const;

const quirks = {
  'weak-tags': 'entity tags weakened',
  'cursor-expired': 'cursor expired',
  'total-off-by-one': 'total one too high',
  'no-tie-break': 'ties left open',
  'since-id-newest-first': 'since_id read as newest first',
  'pages-from-zero': 'pages numbered from 0',
  'numeric-user-id': 'user id given as a number',
} as const;
