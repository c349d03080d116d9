import { expect, test } from 'vitest';
import {
  type DryRunResult,
  describeResult,
  readHeaderLines,
  shortResult,
} from '../../../../../renderer/features/scenarios/model/dry-run-result.ts';
import { immediateDelivery } from '../../../../../server/domain/scenario/delivery.ts';

const touched: DryRunResult = {
  rules: [{ touches: true, note: 'answered 503' }],
  delivery: immediateDelivery,
  status: null,
  response: null,
};
const delivered = (delivery: Partial<DryRunResult['delivery']>, status: number | null = null): DryRunResult => ({
  ...touched,
  delivery: { ...immediateDelivery, ...delivery },
  status,
});

const cases: readonly (readonly [DryRunResult, string, string])[] = [
  [{ ...touched, rules: [] }, 'unchanged', 'no rule applies; the mock API answers as usual.'],
  [touched, 'changed', 'the mock API answers.'],
  [delivered({}, 503), '503', 'the scenario responds with 503.'],
  [delivered({ delay: 250 }, 503), '503 +250 ms', 'the scenario responds with 503, after 250 ms.'],
  [
    delivered({ delay: 20, pace: { kind: 'throttle', bytesPerSecond: 9 } }),
    '+20 ms slow',
    'the mock API answers, after 20 ms, with a slow body.',
  ],
  [delivered({ fault: 'hang' }), 'hang', 'the connection hangs.'],
  [delivered({ fault: 'reset', delay: 5 }), 'reset +5 ms', 'after 5 ms, the connection is reset.'],
  [delivered({ fault: 'cut' }), 'cut', 'the mock API answers, the body is cut short.'],
];

test.each(cases)('describes a dry-run result in a word and in a sentence', (result, word, sentence) => {
  expect([shortResult(result), describeResult(result)]).toEqual([word, sentence]);
});

test('reads headers from one line', () => {
  expect(readHeaderLines(' X-A: 1; If-Match: "a:b" ;')).toEqual({
    ok: true,
    value: [
      ['X-A', '1'],
      ['If-Match', '"a:b"'],
    ],
  });
  expect(readHeaderLines('')).toEqual({ ok: true, value: [] });
  expect(readHeaderLines('Accept')).toMatchObject({ ok: false });
});
