import { expect, test } from 'vitest';
import { describeEffect } from '../../../../server/domain/scenario/rule-effect.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';

const answers = [{ status: 503 }, { status: 200 }] as const;

test.each<[RuleEffect, string]>([
  [{ kind: 'delay', milliseconds: 500 }, 'delayed 500 ms'],
  [{ kind: 'delay', milliseconds: 5, spread: { kind: 'uniform', most: 9 } }, 'delayed 5 to 9 ms'],
  [{ kind: 'delay', milliseconds: 5, spread: { kind: 'log-normal', sigma: 1 } }, 'delayed about 5 ms'],
  [{ kind: 'dribble', milliseconds: 70, pieces: 5 }, 'body dribbled over 70 ms'],
  [{ kind: 'throttle', bytesPerSecond: 2000 }, 'throttled to 2000 bytes a second'],
  [{ kind: 'answer', status: 418 }, 'answered 418'],
  [{ kind: 'sequence', answers }, 'answered in turn 503, 200; the last stays'],
  [{ kind: 'sequence', answers, end: 'stay' }, 'answered in turn 503, 200; the last stays'],
  [{ kind: 'sequence', answers, end: 'repeat' }, 'answered in turn 503, 200; then from the first again'],
  [{ kind: 'sequence', answers, end: 'pass' }, 'answered in turn 503, 200; then the mock answers'],
  [{ kind: 'user-status', userId: '42', status: 'inactive' }, 'user 42 reported inactive'],
  [{ kind: 'fault', fault: 'reset' }, 'connection reset'],
  [{ kind: 'fault', fault: 'empty' }, 'connection closed without a byte'],
  [{ kind: 'fault', fault: 'malformed' }, 'bytes sent that are not HTTP'],
  [{ kind: 'fault', fault: 'hang' }, 'never answered'],
  [{ kind: 'fault', fault: 'cut' }, 'body cut short'],
  [{ kind: 'fault', fault: 'commit-then-reset' }, 'carried out, then connection reset'],
  [{ kind: 'rate-limit', requests: 1, seconds: 10 }, 'refused beyond 1 request in 10 s'],
  [{ kind: 'rate-limit', requests: 3, seconds: 10 }, 'refused beyond 3 requests in 10 s'],
  [{ kind: 'ghost-write' }, 'record changed by another client first'],
  [{ kind: 'quirk', quirk: 'page-size-capped', size: 7 }, 'pages capped at 7'],
  [{ kind: 'quirk', quirk: 'weak-tags' }, 'entity tags weakened'],
  [{ kind: 'quirk', quirk: 'cursor-expired' }, 'cursor expired'],
  [{ kind: 'quirk', quirk: 'total-off-by-one' }, 'total one too high'],
  [{ kind: 'quirk', quirk: 'no-tie-break' }, 'ties left open'],
  [{ kind: 'quirk', quirk: 'since-id-newest-first' }, 'since_id read as newest first'],
  [{ kind: 'quirk', quirk: 'pages-from-zero' }, 'pages numbered from 0'],
  [{ kind: 'quirk', quirk: 'numeric-user-id' }, 'user id given as a number'],
])('%j is described as "%s"', (effect, text) => {
  expect(describeEffect(effect)).toBe(text);
});

test('names the response of a sequence that was given', () => {
  const sequence: RuleEffect = { kind: 'sequence', answers };
  expect(describeEffect(sequence, 0)).toBe('answered 503, the 1st of 2 responses');
  expect(describeEffect(sequence, 1)).toBe('answered 200, the 2nd of 2 responses');
  expect(describeEffect(sequence, 2)).toBe('answered in turn 503, 200; the last stays');
});
