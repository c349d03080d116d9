import { ruleScenario } from '../domain/session/session-name.ts';
import { type Audits, auditsOf } from './audit.ts';
import type { Call } from './call.ts';
import { type ErrorCode, MockConsoleError } from './errors.ts';
import { type Expectations, expectationsOf } from './expectations.ts';
import { type LiveRecords, liveRecordsOf } from './records.ts';
import { type Requests, requestsOf } from './requests.ts';
import { type Scenarios, scenariosOf } from './scenarios.ts';

/**
 * A session on the mock: a live state and a scenario of its own over the shared fixtures. The mock creates it on its
 * first request or command. Its expectations count only its own requests.
 */
export interface MockSession extends Expectations, Requests, Scenarios, LiveRecords, Audits {
  readonly name: string;
  /** The headers that assign a request to this session. */
  readonly headers: Readonly<Record<'X-Mock-Session', string>>;
  /** Resets the live state to the fixtures and restarts the scenario. */
  readonly reset: () => Promise<void>;
  /** Removes the session with its live state, its expectations and its rules. Does nothing if it does not exist. */
  readonly drop: () => Promise<void>;
}

/** A handle on a session. Sends nothing until the first command. */
export function openSession(call: Call, name: string): MockSession {
  const expectations = expectationsOf(call, name);
  const scenarios = scenariosOf(call, name);
  let hasRules = false;
  return {
    name,
    headers: { 'X-Mock-Session': name },
    ...liveRecordsOf(call, name),
    ...expectations,
    ...requestsOf(call, expectations, name),
    ...scenarios,
    rules: async (...rules) => {
      hasRules ||= rules.length > 0;
      await scenarios.rules(...rules);
    },
    reset: async () => {
      await call('sessions.reset', { name });
    },
    drop: async () => {
      await expectations.clearExpectations();
      await call('sessions.drop', { name }).catch(unless('unknown-session'));
      if (hasRules) await call('scenarios.remove', { name: ruleScenario(name) }).catch(unless('unknown-scenario'));
      hasRules = false;
    },
    ...auditsOf(call, name),
  };
}

/** Ignores a session that does not exist, because it was never used or has expired. */
function unless(code: ErrorCode): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof MockConsoleError && error.code === code)) throw error;
  };
}
