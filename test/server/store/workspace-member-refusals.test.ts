import { expect, test } from 'vitest';
import { decodeWorkspace } from '../../../server/store/formats/workspace-format.ts';
import { head, inCollection, refusalOf, withRecords, withRule, withSettings } from './refused-workspace.ts';

const withRequest = (members: string) => `{${head}, "requests": [{"name": "A", "target": "/a", ${members}}]}`;
const withPaths = (...paths: string[]) => inCollection(`"paths": [${paths}]`);

test.each<readonly [string, string | RegExp]>([
  [
    `{${head}, "requests": [{"name": "A", "target": "/a"}, {"name": "A", "target": "/b"}]}`,
    '(/requests/1/name): request 1 is already called "A".',
  ],
  [withRequest('"note": 5'), '(/requests/0/note): must be a text, but this is 5.'],
  [withRequest('"method": "get"'), '(/requests/0/method): must be a method such as "GET", but this is "get".'],
  [
    `{${head}, "requests": [{"name": "A", "target": "a"}]}`,
    '(/requests/0/target): must be a path that begins with "/", but this is "a".',
  ],
  [withRequest('"body": 5'), '(/requests/0/body): must be a text, but this is 5.'],
  [withRequest('"headers": [["a"]]'), '(/requests/0/headers/0): must be a pair of a name and a value.'],
  [withRequest('"headers": [["a", "b", "c"]]'), '(/requests/0/headers/0): must be a pair of a name and a value.'],
  [withRequest('"headers": [["a", 5]]'), '(/requests/0/headers/0/1): must be a text, but this is 5.'],
  [withPaths('5'), '(/collections/users/paths/0): must be a path, or an object with a path and the id of its record.'],
  [
    withPaths('{"path": "", "record": "7"}'),
    '(/collections/users/paths/0/path): must be a text that is not empty, but this is "".',
  ],
  [
    withPaths('{"path": "/me", "record": ""}'),
    '(/collections/users/paths/0/record): must be a text that is not empty, but this is "".',
  ],
  [withPaths('{"path": "me", "record": "7"}'), /\(\/collections\/users\/paths\/0\/path\): [^)]*\.$/],
  [withPaths('"me"'), /\(\/collections\/users\/paths\/0\): [^)]*\.$/],
  [withPaths('"/a"', '"/a"'), /\(\/collections\/users\/paths\/1\): [^)]*\.$/],
  [
    withSettings('{"secretNames": [" "]}'),
    '(/settings/secretNames/0): must be a name such as "session-id", but this is " ".',
  ],
  [withSettings('{"dialect": "other"}'), /\(\/settings\/dialect\): must be /],
  [withSettings('{"idempotencyKeys": 1}'), /\(\/settings\/idempotencyKeys\): must be true or false/],
  [withSettings('{"userService": 1}'), /\(\/settings\/userService\): must be true or false/],
  [withSettings('{"cors": ["http://a.example:80"]}'), /\(\/settings\/cors\/0\): must be an origin/],
  [withSettings('{"cors": ["https://A.example"]}'), /\(\/settings\/cors\/0\): must be an origin/],
  [
    `{${head}, "scenarios": [{"name": "S", "description": 5, "rules": []}]}`,
    '(/scenarios/0/description): must be a text, but this is 5.',
  ],
  [withRule('{"kind": "explode", "what": 1}'), /\/then\/kind\): must be [^)]*, but this is "explode"\.$/],
  [
    withRule('{"kind": "sequence", "answers": []}'),
    '(/scenarios/0/rules/0/then/answers): must have at least one response.',
  ],
  [
    withRule('{"kind": "ghost-write"}', '{"body": [{"pointer": "a", "equals": 1}]}'),
    /\/pointer\): must be a JSON pointer such as "\/status", or empty, but this is "a"\.$/,
  ],
  [
    withRule('{"kind": "ghost-write"}', '{"body": [{"pointer": ""}]}'),
    '(/scenarios/0/rules/0/when/body/0): must have either "equals" or "contains".',
  ],
  [
    withRule('{"kind": "ghost-write"}', '{"body": [{"pointer": "", "equals": 1, "contains": 1}]}'),
    '(/scenarios/0/rules/0/when/body/0): must have either "equals" or "contains".',
  ],
  ...['5.1', '-0.1', '"1"'].map(
    (sigma) =>
      [
        withRule(`{"kind": "delay", "milliseconds": 1, "spread": {"kind": "log-normal", "sigma": ${sigma}}}`),
        `(/scenarios/0/rules/0/then/spread/sigma): must be a number from 0 to 5, but this is ${sigma}.`,
      ] as const,
  ),
])('refuses %s with one fault', (text, detail) => {
  expect(refusalOf(text)).toEqual(
    typeof detail === 'string' ? expect.stringContaining(detail) : expect.stringMatching(detail),
  );
});

test.each([
  withSettings('{"port": 65535, "pageSize": 1, "cors": ["xhttp://a", "http://a.example:81"]}'),
  withSettings('{"envelope": {"items": "rows", "total": null, "limit": null}}'),
  inCollection('"schema": null, "sort": null, "time": null'),
  withRule('{"kind": "answer", "status": 599, "body": "{nothing"}'),
  withRule('{"kind": "answer", "status": 200, "form": "text"}'),
  withRule('{"kind": "answer", "status": 200, "substitute": true, "body": {"a": 1, "b": null, "c": "{now}"}}'),
  withRule('{"kind": "delay", "milliseconds": 600000, "spread": {"kind": "log-normal", "sigma": 5}}'),
  withRule('{"kind": "delay", "milliseconds": 0, "spread": {"kind": "log-normal", "sigma": 0}}'),
])('accepts %s', (text) => {
  expect(decodeWorkspace(text)).toMatchObject({ ok: true });
});

test.each([
  ['missing', () => '{"name": "A"}'],
  ['unusable', () => '{"userId": null}'],
  ['taken', () => '{"userId": 1}'],
])('twenty faults of a collection are enough if its keys are %s, and ten of them are named', (_, write) => {
  const decoded = decodeWorkspace(withRecords(...Array.from({ length: 30 }, write)));
  expect(decoded).toMatchObject({
    ok: false,
    problem: { detail: expect.stringContaining('(19 more faults found)'), faults: { length: 10 } },
  });
});
