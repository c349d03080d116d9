import { afterAll, beforeAll, expect, test } from 'vitest';
import { reads } from '../proof/hostile-reads.ts';
import { hostileWorkspace } from '../proof/hostile-workspace.ts';
import { writes } from '../proof/hostile-writes.ts';
import { type RunningMock, startMock } from '../support/running-mock.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock(JSON.parse(hostileWorkspace(1000)));
});
afterAll(() => mock[Symbol.asyncDispose]());

/** What the full scale shows in `npm run test:hostile`: here, that each request ends as it should and names its limit. */
test.each([...reads, ...writes].map((attack) => [attack.name, attack] as const))(
  'ends with its status and names its limit: %s',
  async (_, { method, target, headers = {}, body, status, limit = /(?:)/ }) => {
    const response = await mock.send({
      method: method ?? 'GET',
      target,
      headers: Object.entries(headers),
      body: body?.(),
    });
    expect(response.status, response.body.slice(0, 300)).toBe(status);
    expect(response.body).toMatch(limit);
    expect(mock.faults).toEqual([]);
  },
);
