/** The mock in Playwright. The package exports this file as `mock-api-console/playwright`. */
import { test as base, type TestInfo } from '@playwright/test';
import { type LoggedRequest, type MockSession, type ServeOptions, serve } from './client.ts';
import type { TestMock } from './mock-hooks.ts';

export { expect } from '@playwright/test';

export interface MockWorkerFixtures {
  /** How to start the mock; set it with `test.use({ mockOptions: { workspace: 'mock.json' } })`. */
  mockOptions: ServeOptions;
  /** The mock, one for each worker. */
  mock: Omit<TestMock, 'session'>;
}

export interface MockFixtures {
  /** A session of the test alone. `page`, `context` and `request` send its header with every request. */
  session: MockSession;
}

/** Milliseconds that a start may take. */
const startLimit = 60_000;

/**
 * Playwright's `test` with a mock for each worker and a session for each test. A test that fails has the requests of its
 * session attached, with their explanations.
 */
export const test = base.extend<MockFixtures, MockWorkerFixtures>({
  mockOptions: [{}, { option: true, scope: 'worker' }],

  mock: [
    async ({ mockOptions }, use) => {
      const program = await serve(mockOptions);
      await use({ url: program.mock, client: program.client });
      await program.stop();
    },
    { scope: 'worker', timeout: startLimit },
  ],

  session: async ({ mock }, use, testInfo) => {
    const { testId, retry, repeatEachIndex } = testInfo;
    const session = mock.client.session(`${testId}-${repeatEachIndex}-${retry}`);
    await use(session);
    if (testInfo.status !== testInfo.expectedStatus) await attach(testInfo, await session.requests());
    await session.drop();
  },

  extraHTTPHeaders: async ({ extraHTTPHeaders, session }, use) => use({ ...extraHTTPHeaders, ...session.headers }),
});

async function attach(testInfo: TestInfo, requests: readonly LoggedRequest[]): Promise<void> {
  const lines = requests.map(
    ({ method, path, status, explanation }) =>
      `${method} ${path} → ${status ?? 'no response'}\n  ${explanation?.verdict ?? ''}\n`,
  );
  const body = lines.join('') || 'The session sent no request.\n';
  await testInfo.attach('mock requests', { body, contentType: 'text/plain' });
  await testInfo.attach('mock requests with explanations', {
    body: JSON.stringify(requests, null, 2),
    contentType: 'application/json',
  });
}
