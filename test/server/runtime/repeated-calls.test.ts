import { expect, test } from 'vitest';
import { problem } from '../../../server/domain/basics/problem.ts';
import { accept, refuse } from '../../../server/domain/basics/result.ts';
import { RepeatedCalls } from '../../../server/runtime/repeated-calls.ts';

function counted(calls = new RepeatedCalls()) {
  let count = 0;
  const once = (key: string, input: unknown = {}) => calls.once(key, 'records.put', input, async () => accept(++count));
  return { calls, once, count: () => count };
}

test('carries out a repeated call once, and repeats its reply', async () => {
  const { once, count } = counted();
  expect(await Promise.all([once('a'), once('a'), once('b')])).toEqual([accept(1), accept(1), accept(2)]);
  expect(await once('a')).toEqual(accept(1));
  expect(count()).toBe(2);
});

test('refuses a key that belongs to another call', async () => {
  const { once, count } = counted();
  await once('a', { record: 1 });
  expect(await once('a', { record: 2 })).toMatchObject({ ok: false, problem: { type: '/problems/key-reused' } });
  expect(count()).toBe(1);
});

test('forgets a refused call, so that it can be corrected', async () => {
  const calls = new RepeatedCalls();
  const refused = () => calls.once('a', 'records.put', 1, async () => refuse(problem('invalid-record', 'No.')));
  expect(await refused()).toMatchObject({ ok: false });
  expect(await calls.once('a', 'records.put', 2, async () => accept('done'))).toEqual(accept('done'));
});

test('forgets the oldest calls', async () => {
  const { once, count } = counted();
  for (let key = 0; key < 300; key++) await once(String(key));
  await once('0');
  expect(count()).toBe(301);
});
