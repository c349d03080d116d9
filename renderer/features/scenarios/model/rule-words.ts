import { describeEffect } from '../../../../server/domain/scenario/rule-effect.ts';
import type { Occurrence, Rule, RuleCondition, RuleFault } from '../../../../server/domain/scenario/scenario.ts';
import type { EffectKind, Quirk, ThenForm, WhenForm } from './rule-form.ts';

interface Words {
  readonly title: string;
  /** What it does, in a sentence. */
  readonly hint: string;
}

/** What a rule can do, in the order in which it is offered. */
export const effectWords: Readonly<Record<EffectKind, Words>> = {
  answer: { title: 'Fixed answer', hint: 'Answers by itself; the mock API is not asked and nothing is written.' },
  delay: { title: 'Delay', hint: 'Holds the answer back before its first byte. Delays of several rules add up.' },
  dribble: { title: 'Dribbled body', hint: 'Sends the body in pieces, spread evenly over a time.' },
  throttle: { title: 'Slow line', hint: 'Sends the body no faster than so many bytes a second.' },
  fault: { title: 'Connection fault', hint: 'Lets the connection fail for real, on the socket.' },
  'rate-limit': {
    title: 'Rate limit',
    hint: 'Lets so many requests through in a window, then answers 429 with Retry-After.',
  },
  'user-status': { title: 'User status', hint: 'Reports a user with another status. The data stay as they are.' },
  'ghost-write': {
    title: 'Ghost writer',
    hint: 'Changes the record as somebody else would, just before a PUT, PATCH or DELETE.',
  },
  quirk: { title: 'Quirk', hint: 'Bends a convention, as real services do.' },
};

export const faultWords: Readonly<Record<RuleFault, Words>> = {
  reset: { title: 'Reset', hint: 'A TCP reset in place of an answer.' },
  empty: { title: 'Empty', hint: 'The connection closes without a byte.' },
  malformed: { title: 'Malformed', hint: 'Bytes that are no HTTP.' },
  hang: { title: 'Hang', hint: 'The request is taken and never answered.' },
  cut: { title: 'Cut body', hint: 'The body ends before its Content-Length.' },
  'commit-then-reset': { title: 'Commit, then reset', hint: 'Does what was asked for, then resets the connection.' },
};

export const quirkWords: Readonly<Record<Quirk, Words>> = {
  'weak-tags': { title: 'Weak entity tags', hint: 'If-Match never holds with a weak tag.' },
  'cursor-expired': { title: 'Cursors expire', hint: 'Every cursor is answered with 410.' },
  'total-off-by-one': { title: 'Total off by one', hint: 'The total says one more than there is.' },
  'no-tie-break': { title: 'Ties left open', hint: 'Records that sort alike change places with every other request.' },
  'since-id-newest-first': { title: 'since_id newest first', hint: 'Gives the newest records, not the next ones.' },
  'pages-from-zero': { title: 'Pages from 0', hint: 'The first page has the number 0.' },
  'numeric-user-id': { title: 'Numeric user id', hint: 'GET /users/{userId} gives the id as a number.' },
  'page-size-capped': { title: 'Page size capped', hint: 'A larger limit is cut down without a word.' },
};

export const spreadWords: Readonly<Record<ThenForm['spread'], string>> = {
  none: 'always the same',
  uniform: 'evenly up to',
  'log-normal': 'log-normal, deviation',
};

export const occurrenceWords: Readonly<Record<WhenForm['occurrence'], string>> = {
  always: 'Every request',
  first: 'The first n requests',
  every: 'Every n-th request',
  percent: 'n % of the requests',
};

/** A rule in one line: when, and what then. */
export function describeRule({ when, then }: Rule): string {
  return `${describeCondition(when)}: ${describeEffect(then)}`;
}

/** When a rule applies, in one line. */
export function describeCondition({ method, path, id, query, headers, occurrence }: RuleCondition): string {
  const request = [method, path].filter((part) => part !== undefined).join(' ');
  const parts = [
    request,
    id === undefined ? '' : `record ${id}`,
    ...Object.entries(query ?? {}).map(([name, value]) => (value === null ? `?${name}` : `?${name}=${value}`)),
    ...Object.entries(headers ?? {}).map(([name, value]) => (value === null ? name : `${name}: ${value}`)),
    occurrence === undefined ? '' : describeOccurrence(occurrence),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'every request' : parts.join(', ');
}

function describeOccurrence({ kind, count, per }: Occurrence): string {
  const which = {
    first: count === 1 ? 'the first one' : `the first ${count}`,
    every: count === 1 ? 'every one' : `one in ${count}`,
    percent: `${count} %`,
  }[kind];
  return per === 'record' ? `${which} of each record` : which;
}

/** A clause as a sentence; one that ends with a question stays one. */
export function asSentence(clause: string): string {
  return `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}${clause.endsWith('?') ? '' : '.'}`;
}
