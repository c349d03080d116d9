import { expect, test } from 'vitest';
import { judge, page, type Written } from './judge.ts';

test('page-cap-unnoticed lets a client keep its limit if it counts the records that came', () => {
  const counting = [0, 5, 10].map((offset) => page(`limit=10&offset=${offset}`, offset, 5));
  expect(judge('page-cap-unnoticed', ...counting).outcome).toBe('pass');
  const blind = [0, 10].map((offset) => page(`limit=10&offset=${offset}`, offset, 5));
  expect(judge('page-cap-unnoticed', ...blind).findings).toMatchObject([
    { detail: expect.stringContaining('5 records') },
  ]);
});

test('wrong-end lets a client stop that has gone on after short pages before', () => {
  const capped = [0, 5].map((offset) => page(`limit=10&offset=${offset}`, offset, 5));
  expect(judge('wrong-end', ...capped).outcome).toBe('pass');
  const shortEnd = [page('limit=10&offset=0', 0, 10), page('limit=10&offset=10', 10, 7)];
  expect(judge('wrong-end', ...shortEnd).outcome).toBe('fail');
});

/** Four connections that fail together; each later wave comes after these waits. */
function waves(...waits: readonly (readonly number[])[]): readonly Written[] {
  const begin = [0, 0, 0, 0];
  const times: number[][] = [];
  for (const wave of [begin, ...waits]) {
    const last = times.at(-1) ?? begin;
    times.push(wave.map((wait, index) => (last[index] ?? 0) + wait));
  }
  const exchanges = times.flatMap((wave) =>
    wave.map((time, index) => ({ target: `/api/items/${index + 1}`, connection: index + 1, status: 503, time })),
  );
  return exchanges.toSorted((a, b) => a.time - b.time);
}

test('retries-in-step takes two waves of equal waits, so that a little jitter or one page of requests is enough', () => {
  expect(judge('retries-in-step', ...waves([200, 201, 200, 202])).outcome).toBe('pass');
  expect(judge('retries-in-step', ...waves([200, 212, 236, 223], [400, 460, 430, 477])).outcome).toBe('pass');
  expect(judge('retries-in-step', ...waves([200, 201, 200, 202], [400, 401, 400, 402])).outcome).toBe('fail');
});

const lostPost: Written = {
  method: 'POST',
  target: '/api/items',
  content: '{}',
  status: null,
  decided: 201,
  brokenBy: 'server',
};
const post: Written = {
  method: 'POST',
  target: '/api/items',
  content: '{}',
  status: 201,
  sent: { location: '/api/items/9' },
};

test('committed-twice blames no client that sent the same Idempotency-Key', () => {
  expect(judge('committed-twice', lostPost, post).outcome).toBe('fail');
  const headers = { 'idempotency-key': 'k' };
  expect(judge('committed-twice', { ...lostPost, headers }, { ...post, headers }).outcome).toBe('pass');
});

const written: Written = { method: 'PATCH', content: '{"name":"New"}' };

test('unconditional-write asks for no If-Match where the server has weak tags only', () => {
  expect(judge('unconditional-write', { sent: { etag: '"1"' } }, written).outcome).toBe('fail');
  expect(judge('unconditional-write', { sent: { etag: 'W/"1"' } }, written).outcome).toBe('not-exercised');
  for (const status of [200, 304]) {
    const weakened = [{ sent: { etag: '"1"' } }, { status, sent: { etag: 'W/"1"' } }];
    expect(judge('unconditional-write', ...weakened, written).outcome).toBe('not-exercised');
  }
});

test('pages-drifted knows the page behind a 304, and a page that is looked at again', () => {
  const whole = [0, 10, 20].map((offset) => page(`limit=10&offset=${offset}`, offset, offset === 20 ? 4 : 10));
  const unchanged = whole.map((one) => ({ target: one.target ?? '', status: 304, sent: one.sent ?? {} }));
  const [first, second, third] = unchanged;
  if (!first || !second || !third) throw new Error('Three pages are needed.');
  expect(judge('pages-drifted', ...whole, first, second, whole[2] ?? {}).findings).toEqual([]);
  expect(judge('pages-drifted', ...whole.slice(0, 2), whole[1] ?? {}, whole[2] ?? {}).findings).toEqual([]);
  expect(judge('pages-drifted', ...whole.slice(0, 2), page('limit=10&offset=20', 19, 4)).outcome).toBe('fail');
});

test('pages-drifted trusts no total that the scenario falsifies', () => {
  const lie = (offset: number, count: number) =>
    page(`limit=10&offset=${offset}`, offset, count, 25, { scenario: 'Liar' });
  expect(
    judge('pages-drifted', lie(0, 10), lie(10, 10), { ...lie(20, 5), body: { items: [{ id: 21 }] } }).findings,
  ).toEqual([]);
});

test('tag-of-another-url knows the first fifty tags of a URL that other URLs have got since', () => {
  const tagged = (target: string) =>
    Array.from({ length: 51 }, (_, index) => ({ target, sent: { etag: `"${index}"` } }) satisfies Written);
  const both = [...tagged('/api/items/1'), ...tagged('/api/items/2')];
  const sending = (tag: string): Written => ({ ...written, headers: { 'if-match': tag } });
  expect(judge('tag-of-another-url', ...both, sending('"49"')).outcome).toBe('pass');
  expect(judge('tag-of-another-url', ...both, sending('"50"')).outcome).toBe('fail');
});
