import { expect, test } from 'vitest';
import { reasonOf } from '../../../../renderer/exchange/explanation/reason.ts';
import type { Explanation } from '../../../../server/domain/response/explanation.ts';
import { requestDetail } from '../../console/fake-transport.ts';

const explanation: Explanation = {
  route: { pattern: '/api/{collection}', collection: 'users', id: null },
  scenario: { name: 'Default', chosenBy: 'console', rules: [] },
  conditions: [],
  query: null,
  record: null,
  patch: null,
  verdict: 'The limit must be a number.',
};

function refusal(content: string, type = 'application/problem+json') {
  const body = { encoding: 'utf8' as const, content, bytes: content.length, truncated: false };
  return { status: 400, response: { statusText: 'Bad Request', headers: [['content-type', type] as const], body } };
}

test('the reason is the verdict, else the detail of the problem', () => {
  const refused = refusal('{"detail":"The Host header is missing."}');
  expect(reasonOf(requestDetail(1, { ...refused, explanation }))).toBe('The limit must be a number.');
  expect(reasonOf(requestDetail(1, { ...refused, explanation: { ...explanation, verdict: '' } }))).toBe(
    'The Host header is missing.',
  );
  expect(reasonOf(requestDetail(1, refused))).toBe('The Host header is missing.');
});

test('there is no reason without a verdict and without a whole problem', () => {
  expect(reasonOf(requestDetail(1))).toBeNull();
  expect(reasonOf(requestDetail(1, refusal('{"detail":"The Ho')))).toBeNull();
  expect(reasonOf(requestDetail(1, refusal('{"detail":7}')))).toBeNull();
  expect(reasonOf(requestDetail(1, refusal('{"detail":"a record"}', 'application/json')))).toBeNull();
});
