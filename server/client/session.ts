import type { Call } from './call.ts';
import { MockConsoleError } from './errors.ts';
import { type Expectations, expectationsOf } from './expectations.ts';

/**
 * A session on the mock: a live state and a scenario of its own over the shared fixtures. The mock creates it on its
 * first request or command. Its expectations count only its own requests.
 */
export interface MockSession extends Expectations {
  readonly name: string;
  /** The headers that assign a request to this session. */
  readonly headers: Readonly<Record<'X-Mock-Session', string>>;
  /** Activates a scenario in this session only. Rejects with code `unknown-scenario` if there is none. */
  readonly activate: (scenario: string) => Promise<void>;
  /** Resets the live state to the fixtures and restarts the scenario. */
  readonly reset: () => Promise<void>;
  /** Removes the session, its live state and its expectations. Does nothing if the session does not exist. */
  readonly drop: () => Promise<void>;
}

/** A handle on a session. Sends nothing until the first command. */
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
      await call('sessions.drop', { name }).catch(ignoreUnknownSession);
    },
    ...expectations,
  };
}

/** A session that was never used or has expired needs no removal. */
function ignoreUnknownSession(error: unknown): void {
  if (!(error instanceof MockConsoleError && error.code === 'unknown-session')) throw error;
}
