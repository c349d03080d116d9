import { expect, test } from 'vitest';
import type { Draft } from '../../renderer/features/try-it/model/draft.ts';
import { type RunningMock, startMock } from '../support/running-mock.ts';
import { byConsole, drafts, read, seenOf, things } from './control-drafts.ts';

async function byClient({ send }: RunningMock, { method, target, headers, body }: Draft) {
  const answer = await send({ method, target, headers, body: body ?? undefined });
  return seenOf(answer.status, answer.headers, answer.body);
}

test.each(Object.entries(drafts))('%s is answered as the same request of a client', async (_name, draft) => {
  await using one = await startMock(things);
  await using other = await startMock(things);
  const answer = await byConsole(one, draft);
  expect(answer).toEqual(await byClient(other, draft));
  expect([200, 304, 409, 412]).toContain(answer?.status);
  expect(await byConsole(one, read)).toEqual(await byClient(other, read));
});
