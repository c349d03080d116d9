import { expect, test } from 'vitest';
import { loggedSnippet } from '../../../../../renderer/features/requests/log/logged-request.ts';
import { Secrets } from '../../../../../server/domain/request/secrets.ts';
import { requestDetail } from '../../../console/fake-transport.ts';

const origin = 'http://127.0.0.1:4010';
const detail = requestDetail(1, {
  method: 'PATCH',
  path: '/api/users/1',
  request: {
    headers: [
      ['Host', 'elsewhere'],
      ['Authorization', 'Bearer s3cret'],
      ['If-Match', '"1-a"'],
    ],
    body: { encoding: 'utf8', content: '{}', bytes: 2, truncated: false },
  },
});

test('a snippet sends the request to the mock without connection headers and with masked secrets', () => {
  expect(loggedSnippet('curl', detail, origin, new Secrets())).toBe(
    `curl -i --globoff --path-as-is -X PATCH '${origin}/api/users/1' -H 'Authorization: ***' -H 'If-Match: "1-a"'` +
      ` -H 'Content-Type:' --data-raw '{}'`,
  );
});

test('a snippet contains secrets on demand', () => {
  for (const kind of ['curl', 'fetch', 'httpie', 'playwright'] as const) {
    expect(loggedSnippet(kind, detail, origin, new Secrets())).not.toContain('s3cret');
    expect(loggedSnippet(kind, detail, origin, null)).toContain('s3cret');
  }
});
