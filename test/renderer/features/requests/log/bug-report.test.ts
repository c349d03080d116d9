import { expect, test } from 'vitest';
import { bugReport } from '../../../../../renderer/features/requests/log/bug-report.ts';
import { Secrets } from '../../../../../server/domain/request/secrets.ts';
import { requestDetail } from '../../../console/fake-transport.ts';

const context = {
  scenarios: [
    {
      name: 'Slow',
      description: '',
      rules: [{ when: { method: 'PATCH' }, then: { kind: 'delay' as const, milliseconds: 5 } }],
    },
  ],
  workspace: 'users.json',
  version: '1.2.3',
  server: { state: 'listening' as const, url: 'http://127.0.0.1:4010', port: 4010 },
};
const body = { encoding: 'utf8' as const, content: '{"password":"s3cret","text":"```"}', bytes: 30, truncated: false };
const detail = requestDetail(1, {
  method: 'PATCH',
  path: '/api/users/1?token=s3cret',
  status: 412,
  scenario: 'Slow',
  request: { headers: [['Authorization', 'Bearer s3cret']], body },
  explanation: {
    route: { pattern: '/api/{collection}/{id}', collection: 'users', id: '1' },
    scenario: { name: 'Slow', chosenBy: 'console', rules: [{ index: 0, effect: 'delayed 5 ms' }] },
    conditions: [],
    query: null,
    record: null,
    patch: null,
    verdict: 'The tag does not match.',
  },
});

test('a bug report has the request, the explanation, the rule and the versions', () => {
  const report = bugReport(detail, context, new Secrets());
  expect(report).toMatch(/^# PATCH \/api\/users\/1\?token=\*\*\*: 412\n\nThe tag does not match\./);
  for (const part of [
    '## Explanation\n\n- Reason: The tag does not match.\n',
    '- Rule 1: delayed 5 ms',
    '"milliseconds": 5',
    'Mock API Console 1.2.3',
    'users.json',
  ]) {
    expect(report).toContain(part);
  }
});

test('a bug report has a command that repeats the request, with secrets masked', () => {
  const report = bugReport(detail, context, new Secrets());
  expect(report).toMatch(
    /## cURL\n\n````sh\ncurl -i .*-X PATCH 'http:\/\/127\.0\.0\.1:4010\/api\/users\/1\?token=\*\*\*'/,
  );
  const alone = requestDetail(1, { response: null, status: null });
  expect(bugReport(alone, context, new Secrets())).toContain('```sh\ncurl -i ');
});

test('a bug report masks secrets, and its fences are longer than those in bodies', () => {
  const report = bugReport(detail, context, new Secrets());
  expect(report).not.toContain('s3cret');
  expect(report).toContain('\n````http\nPATCH');
});
