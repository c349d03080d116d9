import { ordinal } from '../../../../server/domain/json/wording.ts';
import { describeEffect } from '../../../../server/domain/scenario/rule-effect.ts';
import { describeBodyTest } from '../../../../server/domain/scenario/rule-match.ts';
import type {
  BodyForm,
  Occurrence,
  Rule,
  RuleCondition,
  RuleFault,
  SequenceEnd,
} from '../../../../server/domain/scenario/scenario.ts';
import type { EffectKind, Quirk, ThenForm, WhenForm } from './rule-form.ts';

interface Words {
  readonly title: string;
  /** A sentence that explains the effect. */
  readonly hint: string;
}

/** The kinds of effects in the order of the menu. */
export const effectWords: Readonly<Record<EffectKind, Words>> = {
  answer: { title: 'Fixed response', hint: 'Sends this response. No record changes.' },
  sequence: {
    title: 'Response sequence',
    hint: 'Sends the next response each time: 503, 503, then normal.',
  },
  delay: { title: 'Delay', hint: 'Delays the response. Delays of several rules add up.' },
  dribble: { title: 'Dribbled body', hint: 'Sends the body in pieces, evenly spread over the given time.' },
  throttle: { title: 'Throttle', hint: 'Limits how many bytes of the body are sent per second.' },
  fault: { title: 'Connection fault', hint: 'Really breaks the TCP connection.' },
  'rate-limit': {
    title: 'Rate limit',
    hint: 'Answers 429 when a window has too many requests.',
  },
  'user-status': {
    title: 'User status',
    hint: 'Returns a user with another status. The stored record does not change.',
  },
  'ghost-write': {
    title: 'Ghost writer',
    hint: 'Changes the record like another client, just before a PUT, PATCH or DELETE.',
  },
  quirk: { title: 'Quirk', hint: 'Breaks a convention, as real services sometimes do.' },
};

export const faultWords: Readonly<Record<RuleFault, Words>> = {
  reset: { title: 'Reset', hint: 'A TCP reset instead of a response.' },
  empty: { title: 'Empty', hint: 'The connection closes without a response.' },
  malformed: { title: 'Malformed', hint: 'A response that is not valid HTTP.' },
  hang: { title: 'Hang', hint: 'The request never gets a response.' },
  cut: { title: 'Cut body', hint: 'The body ends before its Content-Length.' },
  'commit-then-reset': { title: 'Commit, then reset', hint: 'Executes the request, then resets the connection.' },
};

export const quirkWords: Readonly<Record<Quirk, Words>> = {
  'weak-tags': { title: 'Weak entity tags', hint: 'If-Match never holds with a weak tag.' },
  'cursor-expired': { title: 'Cursors expire', hint: 'Every cursor gets 410.' },
  'total-off-by-one': { title: 'Total off by one', hint: 'The total is one too high.' },
  'no-tie-break': {
    title: 'Unstable order',
    hint: 'Records with equal sort values swap places on every other request.',
  },
  'since-id-newest-first': {
    title: 'since_id newest first',
    hint: 'Returns the newest records instead of the next ones.',
  },
  'pages-from-zero': { title: 'Pages from 0', hint: 'The first page is number 0.' },
  'numeric-user-id': { title: 'Numeric user id', hint: 'GET /users/{userId} returns the id as a number.' },
  'page-size-capped': { title: 'Page size capped', hint: 'A larger limit is silently reduced.' },
};

export const spreadWords: Readonly<Record<ThenForm['spread'], string>> = {
  none: 'No',
  uniform: 'Uniform',
  'log-normal': 'Log-normal',
};

export const occurrenceWords: Readonly<Record<WhenForm['occurrence'], string>> = {
  always: 'Every request',
  every: 'Every nth request',
  first: 'The first n requests',
  nth: 'Only the nth request',
  from: 'The nth request and later ones',
  percent: 'n % of requests',
};

export const endWords: Readonly<Record<SequenceEnd, string>> = {
  stay: 'The last response stays',
  repeat: 'It starts again with the first',
  pass: 'The mock API answers again',
};

export const bodyFormWords: Readonly<Record<BodyForm, { readonly title: string; readonly placeholder: string }>> = {
  json: { title: 'JSON', placeholder: 'JSON, or empty for no body' },
  text: { title: 'Text', placeholder: 'Text' },
  xml: { title: 'XML', placeholder: '<user id="42"/>' },
  base64: { title: 'Binary (base64)', placeholder: 'Base64, such as R0lGODlh' },
};

/** A rule in one line: condition and effect. */
export function describeRule({ when, then }: Rule): string {
  return `${describeCondition(when)}: ${describeEffect(then)}`;
}

/** When a rule applies, in one line. */
export function describeCondition({ method, path, id, query, headers, body, occurrence }: RuleCondition): string {
  const request = [method, path].filter((part) => part !== undefined).join(' ');
  const parts = [
    request,
    id === undefined ? '' : `record ${id}`,
    ...Object.entries(query ?? {}).map(([name, value]) => (value === null ? `?${name}` : `?${name}=${value}`)),
    ...Object.entries(headers ?? {}).map(([name, value]) => (value === null ? name : `${name}: ${value}`)),
    ...(body ?? []).map((test) => `body ${describeBodyTest(test)}`),
    occurrence === undefined ? '' : describeOccurrence(occurrence),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'every request' : parts.join(', ');
}

/** True for a rule that affects requests whatever they ask for. The rule of a user's status names its user. */
export function isUnrestricted({ when: { occurrence: _, ...demands }, then }: Rule): boolean {
  return Object.keys(demands).length === 0 && then.kind !== 'user-status';
}

function describeOccurrence({ kind, count, per }: Occurrence): string {
  const which = {
    first: count === 1 ? 'the first request' : `the first ${count} requests`,
    nth: `only the ${ordinal(count)} request`,
    from: count === 1 ? 'every request' : `the ${ordinal(count)} request and later ones`,
    every: count === 1 ? 'every request' : `every ${ordinal(count)} request`,
    percent: `${count} % of requests`,
  }[kind];
  return per === 'record' ? `${which} to each record` : which;
}
