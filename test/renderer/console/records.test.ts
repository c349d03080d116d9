import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../../../renderer/console/client.ts';
import { RecordPages } from '../../../renderer/console/records.ts';
import type { RecordRow } from '../../../server/contract/schema/state.ts';
import { FakeTransport } from './fake-transport.ts';

const query = { collection: 'users', query: '', search: '' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function openPages() {
  const transport = new FakeTransport();
  const pages = new RecordPages(createClient(transport), query);
  return { transport, pages };
}

function row(id: string): RecordRow {
  return { id, live: { userId: id }, fixture: { userId: id }, version: 1 };
}

/** The page that begins at `offset`, with ids to match. */
function page(offset: number, total: number, prefix = '') {
  const length = Math.min(100, total - offset);
  const rows = Array.from({ length }, (_, index) => row(`${prefix}${offset + index}`));
  return { rows, total, revision: 1 };
}

function offsets(transport: FakeTransport): readonly unknown[] {
  return transport.calls.map(({ input }) => (input as { offset: number }).offset);
}

test('reads only the pages in view', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  expect(offsets(transport)).toEqual([0]);
  await transport.take('records.page').answer(page(0, 100_000));
  expect(pages.view.total).toBe(100_000);
  expect(pages.rowAt(40)?.id).toBe('40');
  pages.want(50_090, 50_130);
  expect(offsets(transport)).toEqual([50_000, 50_100]);
});

test('skips pages during quick scrolling, and reads them where it ends', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 100_000));
  for (let first = 10_000; first <= 90_000; first += 10_000) {
    pages.want(first, first + 40);
    vi.advanceTimersByTime(16);
  }
  expect(offsets(transport)).toEqual([10_000]);
  vi.runOnlyPendingTimers();
  expect(offsets(transport)).toEqual([10_000, 90_000]);
  pages.want(20_000, 20_040);
  expect(offsets(transport)).toEqual([10_000, 90_000, 20_000]);
});

test('reads now and then during quick scrolling', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 100_000));
  for (let frame = 1; frame <= 60; frame++) {
    pages.want(frame * 1000, frame * 1000 + 40);
    vi.advanceTimersByTime(16);
  }
  const glimpses = offsets(transport).length;
  expect(glimpses).toBeGreaterThan(2);
  expect(glimpses).toBeLessThan(8);
});

test('reads nothing for a table closed during scrolling', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 100_000));
  for (const first of [1000, 2000]) pages.want(first, first + 40);
  pages.close();
  vi.runOnlyPendingTimers();
  expect(offsets(transport)).toEqual([1000]);
});

test('requests a page once, even if it comes into view again meanwhile', () => {
  const { transport, pages } = openPages();
  for (let last = 10; last < 90; last += 10) pages.want(0, last);
  expect(offsets(transport)).toEqual([0]);
});

test('keeps the old rows until the new ones have arrived', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 10));
  pages.refresh();
  vi.runOnlyPendingTimers();
  expect(pages.rowAt(3)?.id).toBe('3');
  await transport.take('records.page').answer(page(0, 10, 'new '));
  expect(pages.rowAt(3)?.id).toBe('new 3');
});

test('reads once for many changes, and again when changes came while it was reading', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 10));
  for (let change = 0; change < 50; change++) pages.refresh();
  vi.runOnlyPendingTimers();
  expect(offsets(transport)).toEqual([0]);
  pages.refresh();
  vi.runOnlyPendingTimers();
  expect(offsets(transport)).toEqual([0]);
  await transport.take('records.page').answer(page(0, 10, 'between '));
  vi.runOnlyPendingTimers();
  await transport.take('records.page').answer(page(0, 10, 'after '));
  vi.runOnlyPendingTimers();
  expect(transport.calls).toEqual([]);
  expect(pages.rowAt(0)?.id).toBe('after 0');
});

test('reads a stale page again only when it comes back into view', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 1000));
  pages.want(500, 540);
  await transport.take('records.page').answer(page(500, 1000));
  pages.refresh();
  vi.runOnlyPendingTimers();
  expect(offsets(transport)).toEqual([500]);
  await transport.take('records.page').answer(page(500, 1000));
  pages.want(0, 40);
  expect(offsets(transport)).toEqual([0]);
});

test('sends a new search at once, while the previous one is pending', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  pages.show({ ...query, search: 'a' });
  pages.show({ ...query, search: 'ad' });
  expect(transport.calls.map(({ input }) => (input as typeof query).search)).toEqual(['', 'a', 'ad']);
  for (const found of [7, 5, 2]) await transport.take('records.page').answer(page(0, found));
  expect(pages.view).toMatchObject({ total: 2, query: { search: 'ad' } });
  vi.runOnlyPendingTimers();
  expect(transport.calls).toEqual([]);
});

test('drops old rows when new ones arrive, and ignores late rows of the old search', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 1000));
  pages.want(200, 240);
  const late = transport.take('records.page');
  pages.show({ ...query, search: 'ada' });
  expect(pages.view.query.search).toBe('');
  expect(pages.rowAt(0)?.id).toBe('0');
  await transport.take('records.page').answer(page(0, 2, 'found '));
  await late.answer(page(200, 1000));
  expect(pages.view).toMatchObject({ total: 2, query: { search: 'ada' } });
  expect([0, 1, 2, 200].map((index) => pages.rowAt(index)?.id)).toEqual(['found 0', 'found 1', undefined, undefined]);
});

test('reports why a page cannot be read, until one can', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').refuse('There is no such collection.');
  expect(pages.view.problem?.detail).toBe('There is no such collection.');
  pages.refresh();
  vi.runOnlyPendingTimers();
  await transport.take('records.page').answer(page(0, 3));
  expect(pages.view).toMatchObject({ problem: null, total: 3 });
});

test('replaces an edited row and notifies its readers', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 150));
  const notified = vi.fn();
  pages.subscribe(notified);
  const before = pages.view;
  pages.replace({ ...row('7'), version: 2 });
  expect(pages.rowAt(7)?.version).toBe(2);
  expect(notified).toHaveBeenCalledOnce();
  expect(pages.view).not.toBe(before);
});

test('keeps a bounded number of pages, those near the view', async () => {
  const { transport, pages } = openPages();
  for (let first = 0; first < 10_000; first += 100) {
    pages.want(first, first + 99);
    vi.runOnlyPendingTimers();
    await transport.take('records.page').answer(page(first, 10_000));
  }
  expect(pages.rowAt(9_999)?.id).toBe('9999');
  expect(pages.rowsBetween(0, 9_999).length).toBeLessThanOrEqual(6_100);
  expect(pages.rowAt(0)).toBeUndefined();
});

test('finds a record without reading the pages before it', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 1000));
  const found = pages.find('1000');
  const asked = transport.take('records.find');
  expect(asked.input).toMatchObject({ id: '1000', query: '' });
  await asked.answer({ index: 1000 });
  expect(offsets(transport)).toEqual([1000]);
  await transport.take('records.page').answer(page(1000, 1001));
  expect(await found).toBe(1000);
  expect(pages.view.total).toBe(1001);
  const missing = pages.find('2000');
  await transport.take('records.find').answer({ index: null });
  expect(await missing).toBeUndefined();
});

test('finds a record of a new query by its place there, not among the old rows', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 3));
  pages.show({ ...query, query: 'sort=-userId' });
  const found = pages.find('2');
  await transport.take('records.find').answer({ index: 0 });
  const reversed = { ...page(0, 3), rows: [row('2'), row('1'), row('0')] };
  for (const call of transport.calls.splice(0)) await call.answer(reversed);
  expect(await found).toBe(0);
});

test('does not show a page that was read before an edit over the result of the edit', async () => {
  const { transport, pages } = openPages();
  pages.want(0, 40);
  await transport.take('records.page').answer(page(0, 3));
  pages.refresh();
  vi.runOnlyPendingTimers();
  const edited = { ...row('1'), live: { userId: '1', name: 'Edited' } };
  pages.replace(edited);
  await transport.take('records.page').answer(page(0, 3));
  expect(pages.rowAt(1)).toBe(edited);
  vi.runOnlyPendingTimers();
  await transport.take('records.page').answer(page(0, 3, 'new'));
  expect(pages.rowAt(1)?.id).toBe('new1');
});
