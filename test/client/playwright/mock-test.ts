import { test as base } from '@playwright/test';
import { connect, type MockConsole } from '../../../server/client/connect.ts';
import type { MockSession } from '../../../server/client/session.ts';

/** The program's ready line, handed over by the process that started the suite. */
const ready = JSON.parse(process.env.MOCK_READY ?? 'null') as { mock: string; console: string; token: string };

/** The scenario of each worker, by its index. */
const scenarios = ['Default', 'User not found (inactive)'];

export interface WorkerFixtures {
  client: MockConsole;
  session: MockSession;
}

/** A `test` that sends the requests of each worker, and of its pages, in a session of their own. */
export const test = base.extend<object, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
  client: [async ({}, use) => use(connect(ready)), { scope: 'worker' }],

  session: [
    async ({ client }, use, { parallelIndex }) => {
      const session = client.session(`worker-${parallelIndex}`);
      await session.activate(scenarios[parallelIndex] ?? 'Default');
      await use(session);
      await session.drop();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  baseURL: async ({}, use) => use(ready.mock),
  extraHTTPHeaders: async ({ session }, use) => use({ ...session.headers }),
});
