/** The mock in Vitest. The package exports this file as `mock-api-console/vitest`. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { ServeOptions } from './client.ts';
import { mockFor, type TestMock } from './mock-hooks.ts';

export type { TestMock } from './mock-hooks.ts';

/** Starts a mock before all tests of the file, gives each test a fresh session, and stops the mock after them. */
export function setupMock(options: ServeOptions = {}): TestMock {
  return mockFor({ afterAll, afterEach, beforeAll, beforeEach }, options);
}
