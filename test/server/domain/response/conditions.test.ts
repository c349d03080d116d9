import { expect, test } from 'vitest';
import type { Settings } from '../../../../server/domain/model/settings.ts';
import { isConditional } from '../../../../server/domain/response/conditions.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import { answerTo, bodyOf, collectionOf, contextUnder, explained, requestOf, type Sent } from './answers.ts';

const weak = { kind: 'quirk', quirk: 'weak-tags' } as const;

function contextWith(settings: Partial<Settings> = {}, rules: readonly RuleEffect[] = []) {
  return contextUnder(rules, [collectionOf('things', [{ id: '7', name: 'Ada' }])], settings);
}

const tagOf = (context: ReturnType<typeof contextWith>) =>
  String(answerTo(context, { path: '/api/things/7' }).headers.ETag);

test.each(['if-match', 'if-none-match', 'x-resource-version'])('the header %s makes a request conditional', (name) => {
  expect(isConditional(requestOf({ path: '/', headers: { [name]: '' } }))).toBe(true);
  expect(isConditional(requestOf({ path: '/', headers: { 'if-modified-since': 'x' } }))).toBe(false);
});

test('a client that has the record gets 304 with the validators, and the reason', () => {
  const context = contextWith();
  const tag = tagOf(context);
  const sent = { path: '/api/things/7', headers: { 'if-none-match': tag } };
  const response = answerTo(context, sent);
  expect([response.status, response.body, response.headers.ETag, response.headers['X-Resource-Version']]).toEqual([
    ...[304, null, tag, '1'],
  ]);
  const { verdict, conditions } = explained(context, sent, response);
  expect([verdict, conditions.length]).toEqual([
    `${tag} is the current tag. If-None-Match holds when nothing matches.`,
    1,
  ]);
});

test('a condition that fails is refused with the validators of now', () => {
  const context = contextWith();
  const tag = tagOf(context);
  const refused = answerTo(context, { method: 'DELETE', path: '/api/things/7', headers: { 'if-match': '"old"' } });
  expect([refused.status, refused.headers.ETag, refused.headers['X-Resource-Version']]).toEqual([412, tag, '1']);
  expect(bodyOf(refused)).toMatchObject({ header: 'If-Match', currentEtag: tag, currentVersion: 1 });
  const absent = answerTo(context, {
    ...{ method: 'PUT', path: '/api/things/8', body: { id: '8' } },
    headers: { 'if-match': '*', 'content-type': 'application/json' },
  });
  expect([absent.status, absent.headers.ETag]).toEqual([412, undefined]);
  expect(bodyOf(absent)).toMatchObject({ header: 'If-Match', currentEtag: null, currentVersion: null });
});

test('a malformed condition is refused', () => {
  const response = answerTo(contextWith(), { path: '/api/things/7', headers: { 'if-match': 'x y' } });
  expect(response.status).toBe(400);
  expect(bodyOf(response)).toMatchObject({
    type: '/problems/bad-header',
    header: 'If-Match',
    detail: expect.stringContaining('If-Match is malformed'),
  });
});

test('a condition that holds lets the request proceed, and is explained', () => {
  const context = contextWith();
  const headers = { 'if-match': tagOf(context), 'x-resource-version': '1' };
  const sent = { path: '/api/things/7', headers };
  expect(answerTo(context, sent).status).toBe(200);
  expect(explained(context, sent).conditions.map(({ header, holds }) => [header, holds])).toEqual([
    ['If-Match', true],
    ['X-Resource-Version', true],
  ]);
  expect(explained(context, { path: '/api/things/7' }).conditions).toEqual([]);
});

test('weak tags never match If-Match, and the weak tag is named', () => {
  const [context, plain] = [contextWith({}, [weak]), contextWith()];
  const tag = tagOf(context);
  expect(tag).toBe(`W/${tagOf(plain)}`);
  const status = (name: string, value: string) =>
    answerTo(context, { path: '/api/things/7', headers: { [name]: value } }).status;
  expect([status('if-match', tag), status('if-none-match', tag), status('x-resource-version', '1')]).toEqual([
    ...[412, 304, 200],
  ]);
  const refused = answerTo(context, { method: 'DELETE', path: '/api/things/7', headers: { 'if-match': tag } });
  expect(bodyOf(refused)).toMatchObject({ currentEtag: tag, currentVersion: 1 });
  const created = { method: 'PUT', path: '/api/things/8', headers: { 'if-none-match': '*' }, body: { id: '8' } };
  expect(answerTo(context, created).status).toBe(201);
});

const read = 'Read the record and send its entity tag in If-Match, such as If-Match: ';

test.each<[string, string, readonly RuleEffect[], number, (tag: string) => string]>([
  ['PUT', '7', [], 428, (tag) => `${read}${tag}.`],
  ['PATCH', '7', [], 428, (tag) => `${read}${tag}.`],
  ['DELETE', '7', [weak], 428, (tag) => `${read}W/${tag}.`],
  ['PUT', '8', [], 428, () => 'Send If-None-Match: * to create the record only if it does not exist.'],
  ['GET', '7', [], 200, () => ''],
  ['HEAD', '7', [], 200, () => ''],
])('where conditions are required, %s of %s is answered so', (method, id, rules, status, how) => {
  const sent: Sent = {
    ...{ method, path: `/api/things/${id}`, headers: { 'content-type': 'application/json' }, body: { id } },
  };
  const response = answerTo(contextWith({ requirePrecondition: true }, rules), sent);
  expect(response.status).toBe(status);
  if (status !== 428) return;
  const tag = tagOf(contextWith());
  expect(bodyOf(response)).toMatchObject({ detail: `Only conditional writes are accepted. ${how(tag)}` });
  expect(answerTo(contextWith({}, rules), sent).status).toBeLessThan(300);
});

test('where conditions are required, a POST to a list needs none', () => {
  const sent = { method: 'POST', path: '/api/things', headers: { 'content-type': 'application/json' }, body: {} };
  expect(answerTo(contextWith({ requirePrecondition: true }), sent).status).toBe(201);
});
