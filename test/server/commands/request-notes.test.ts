import { expect, test } from 'vitest';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

/** A host whose log has one request, and what `requests.mark` says of it. */
async function loggedRequest() {
  const temporary = await temporaryHost();
  await hostValue(temporary.host, 'server.start', {});
  await hostValue(temporary.host, 'requests.send', { method: 'GET', target: '/users/42', headers: [], body: null });
  const get = () => hostValue(temporary.host, 'requests.get', { id: 1 });
  const { time } = await get();
  const mark = (
    change: { readonly note?: string; readonly pinned?: boolean },
    base?: { time: number; note?: string },
  ) => temporary.host.call('requests.mark', { id: 1, ...change, ...(base && { base }) });
  return { get, time, mark, [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose]() };
}

test('a note that another one has changed since its edit began is not overwritten', async () => {
  await using logged = await loggedRequest();
  const { get, time, mark } = logged;
  expect(await mark({ note: 'Ann' }, { time, note: '' })).toMatchObject({ ok: true });
  expect(await mark({ note: 'Ben' }, { time, note: '' })).toMatchObject({
    ok: false,
    problem: { type: '/problems/edit-conflict', status: 409, theirs: { note: 'Ann' } },
  });
  expect(await get()).toMatchObject({ note: 'Ann' });
  expect(await mark({ note: 'Ann' }, { time, note: '' })).toMatchObject({ ok: true });
  expect(await mark({ note: 'Ann and Ben' }, { time, note: 'Ann' })).toMatchObject({ ok: true });
  expect(await mark({ pinned: true }, { time })).toMatchObject({ ok: true });
  expect(await mark({ note: 'Ben' })).toMatchObject({ ok: true });
  expect(await get()).toMatchObject({ note: 'Ben', pinned: true });
});

test('a mark does not reach another request that has the number since the host started again', async () => {
  await using logged = await loggedRequest();
  const { get, time, mark } = logged;
  expect(await mark({ note: 'Ann', pinned: true }, { time: time - 1, note: '' })).toMatchObject({
    ok: false,
    problem: {
      type: '/problems/unknown-request',
      detail: 'The host has started again, and this number now belongs to another request.',
    },
  });
  expect(await get()).toMatchObject({ note: '', pinned: false });
});
