import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { findWriter } from '../../../../renderer/exchange/explanation/version-writer.tsx';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import { FakeTransport, settled } from '../../console/fake-transport.ts';

const tag = '"2-d050"';

/** A request of the log with an `ETag` in its response. */
function detail(id: number, etag: string | null = tag): RequestDetail {
  const headers = etag === null ? [] : [['ETag', etag] as const];
  return { id, response: { status: 412, headers } } as unknown as RequestDetail;
}

function summary(id: number, method: string) {
  return { id, method };
}

/** Looks for the writer among these requests of the log, whose responses have these tags. */
async function writerAmong(entries: readonly { id: number; method: string }[], tags: Readonly<Record<number, string>>) {
  const transport = new FakeTransport();
  const found = findWriter(createClient(transport), detail(9));
  const asked = transport.take('requests.list');
  expect(asked.input).toEqual({ query: 'header:2-d050 status:2' });
  await asked.answer({ entries, kept: [], total: entries.length, dropped: 0, switches: [] });
  for (;;) {
    const [call] = transport.calls.splice(0);
    if (!call) return { found: await found };
    const { id } = call.input as { id: number };
    await call.answer(detail(id, tags[id] ?? null));
    await settled();
  }
}

test('a 412 leads to the earlier write whose response has the current tag', async () => {
  const entries = [summary(12, 'PUT'), summary(7, 'PATCH'), summary(5, 'GET'), summary(3, 'PUT')];
  const { found } = await writerAmong(entries, { 3: '"2-other"', 7: tag, 12: tag });
  expect(found).toMatchObject({ id: 7, method: 'PATCH' });
});

test('a version that no request wrote has no writer', async () => {
  const { found } = await writerAmong([summary(5, 'GET'), summary(3, 'PUT')], { 3: '"2-other"' });
  expect(found).toBeNull();
});

test('a 412 without a tag asks nothing', async () => {
  const transport = new FakeTransport();
  expect(await findWriter(createClient(transport), detail(9, null))).toBeNull();
  expect(transport.calls).toEqual([]);
});
