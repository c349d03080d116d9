import { describe, expect, test } from 'vitest';
import { mergeOf } from '../../../../../renderer/features/try-it/model/conflict.ts';
import type { Draft } from '../../../../../renderer/features/try-it/model/draft.ts';
import { openTryIt } from './open-try-it.ts';

const get = (target: string): Draft => ({ method: 'GET', target, headers: [], body: null });
const put: Draft = {
  method: 'PUT',
  target: '/api/users/1',
  headers: [['If-Match', '"1"']],
  body: '{"userId":"1","name":"Ada Byron"}',
};
const ada = { userId: '1', name: 'Ada' };
const countess = { userId: '1', name: 'Countess' };

/** Sends a PUT of a user that has been read before. */
async function sendPut() {
  const { tryIt, ...console } = openTryIt();
  tryIt.edit(get(put.target));
  void tryIt.send();
  await console.respond(200, ada);
  tryIt.edit(put);
  void tryIt.send();
  return { tryIt, ...console };
}

/** Sends a PUT that meets another version. */
async function refusedPut() {
  const console = await sendPut();
  await console.respond(412, {});
  return console;
}

describe('a conflict', () => {
  test('is about its own record: nothing of it is written to another one', async () => {
    const { tryIt, respond } = await refusedPut();
    const other = { ...put, target: '/api/users/2' };
    tryIt.edit({ target: other.target });
    expect(tryIt.conflict.present).toBeNull();
    void tryIt.read();
    await respond(200, { userId: '2', name: 'Ben' }, 7);
    tryIt.conflict.merge();
    expect(tryIt.state.draft).toEqual(other);
  });

  test('is shown again once the draft has its record and method again', async () => {
    const { tryIt } = await refusedPut();
    for (const change of [{ target: '/api/users/12' }, { method: 'PATCH' } as const]) {
      tryIt.edit(change);
      expect(tryIt.conflict.present).toBeNull();
      tryIt.edit(put);
      expect(tryIt.conflict.present).toMatchObject({ mine: { name: 'Ada Byron' } });
    }
  });

  test('does not come up for a request that was edited before the refusal', async () => {
    const { tryIt, respond } = await sendPut();
    tryIt.edit({ target: '/api/users/2' });
    await respond(412, {});
    expect([tryIt.state.shown?.draft.target, tryIt.conflict.present]).toEqual([put.target, null]);
  });

  test('keeps the side that is chosen while its record is read', async () => {
    const { tryIt, respond } = await refusedPut();
    void tryIt.read();
    await respond(200, countess, 2);
    void tryIt.read();
    tryIt.conflict.decide('/name', 'theirs');
    await respond(200, countess, 2);
    expect(tryIt.conflict.present && mergeOf(tryIt.conflict.present)?.value).toEqual(countess);
  });

  test('stays dismissed when its record is read', async () => {
    const { tryIt, respond } = await refusedPut();
    void tryIt.read();
    tryIt.conflict.dismiss();
    await respond(200, countess, 2);
    expect(tryIt.conflict.present).toBeNull();
  });
});

test('the response to a request is not shown beside another one that was opened meanwhile', async () => {
  const { tryIt, respond } = await sendPut();
  tryIt.open(get('/api/users/2'));
  expect(tryIt.state.awaited).toBeNull();
  await respond(412, {});
  expect(tryIt.state).toMatchObject({ shown: null, conflict: null, history: [{ number: 1 }] });
});

test('an edited request is sent in place of the one that is awaited, the same one only once', async () => {
  const { tryIt, transport, respond } = await sendPut();
  void tryIt.send();
  tryIt.edit({ target: '/api/users/2' });
  void tryIt.send();
  void tryIt.send();
  expect(transport.calls.map(({ input }) => input)).toMatchObject([{ target: put.target }, { target: '/api/users/2' }]);
  await respond(200, countess);
  expect([tryIt.state.shown?.number, tryIt.state.awaited?.target]).toEqual([1, '/api/users/2']);
  await respond(200, { userId: '2', name: 'Ben' });
  expect(tryIt.state.shown?.draft.target).toBe('/api/users/2');
});

test('a user is addressed once one is known, unless something else is addressed meanwhile', async () => {
  const others = [
    { goOn: ({ tryIt }: ReturnType<typeof openTryIt>) => tryIt.edit({ method: 'PATCH' }), addressed: '/users/7' },
    { goOn: ({ tryIt }: ReturnType<typeof openTryIt>) => tryIt.edit({ target: '/typed' }), addressed: '/typed' },
    { goOn: ({ tryIt }: ReturnType<typeof openTryIt>) => tryIt.open(get('/api/orders')), addressed: '/api/orders' },
  ];
  for (const { goOn, addressed } of others) {
    const console = openTryIt();
    console.tryIt.edit({ target: '/api/orders' });
    const addressing = console.tryIt.addressUser();
    goOn(console);
    await console.transport.take('records.get').refuse('No such record.');
    await console.transport.take('records.page').answer({ rows: [{ id: '7' }] });
    await addressing;
    expect(console.tryIt.state.draft.target).toBe(addressed);
  }
});

test('a request that was saved gives its name to none that was opened meanwhile', async () => {
  const { tryIt, transport } = openTryIt();
  const saving = tryIt.save({ name: 'A', note: '' });
  const other = { ...get('/users/2'), name: 'B', note: '' };
  tryIt.openSaved(other);
  await transport.take('saved.put').answer(null);
  expect(await saving).toBeNull();
  expect(tryIt.state.origin).toEqual({ name: 'B', note: '' });
});
