import { expect, test } from 'vitest';
import { startMock } from '../support/running-mock.ts';
import { byClient, byConsole, withoutRun } from './both-clients.ts';
import { drafts, read, things } from './control-drafts.ts';

test.each(Object.entries(drafts))(
  '%s gets the same response from the console as from a client',
  async (_name, draft) => {
    await using one = await startMock(things);
    await using other = await startMock(things);
    const response = await byConsole(one, draft);
    expect(withoutRun(response)).toEqual(withoutRun(await byClient(other, draft)));
    expect([200, 304, 409, 412]).toContain(response?.status);
    expect(await byConsole(one, read)).toEqual(await byClient(other, read));
  },
);
