/** The mock in Jest. The package exports this file as `mock-api-console/jest`. */
import type { ServeOptions } from './client.ts';
import { type Hooks, mockFor, type TestMock } from './mock-hooks.ts';

export type { TestMock } from './mock-hooks.ts';

/**
 * Starts a mock before all tests of the file, gives each test a fresh session, and stops the mock after them. Uses the
 * global hooks, which Jest has unless `injectGlobals` is false.
 */
export function setupMock(options: ServeOptions = {}): TestMock {
  const hooks = globalThis as unknown as Hooks;
  if (hooks.beforeAll === undefined) throw new Error('setupMock needs the global hooks of a test runner.');
  return mockFor(hooks, options);
}
