import type { Call } from './call.ts';
import { MockConsoleError } from './errors.ts';
import { type Expectations, expectationsOf } from './expectations.ts';

/**
 * A session on the mock: a live state and a scenario of its own over the shared fixtures. It begins with its first request
 * or command, and its expectations count its own requests alone.
 */
export interface MockSession extends Expectations {
  readonly name: string;
  /** What each request of the session has to send. */
  readonly headers: Readonly<Record<'X-Mock-Session', string>>;
  /** Activates a scenario in the session alone. */
  readonly activate: (scenario: string) => Promise<void>;
  /** Makes its live state equal the fixtures, and starts its scenario anew. */
  readonly reset: () => Promise<void>;
  /** Ends it, with its live state and its expectations. */
  readonly drop: () => Promise<void>;
}

export function openSession(call: Call, name: string): MockSession {
  const expectations = expectationsOf(call, name);
  return {
    name,
    headers: { 'X-Mock-Session': name },
    activate: async (scenario) => {
      await call('scenario.activate', { name: scenario, session: name });
    },
    reset: async () => {
      await call('sessions.reset', { name });
    },
    drop: async () => {
      await expectations.clearExpectations();
      await call('sessions.drop', { name }).catch(unlessUnknown);
    },
    ...expectations,
  };
}

/** A session that nobody has used, or that has expired, is gone already. */
function unlessUnknown(error: unknown): void {
  if (!(error instanceof MockConsoleError && error.code === 'unknown-session')) throw error;
}
