import type { Call } from './call.ts';
import { type Expectations, expectationsOf } from './expectations.ts';

/**
 * A session on the mock. Requests that carry its headers meet the session's scenario, and its expectations count these
 * requests alone.
 */
export interface MockSession extends Expectations {
  readonly name: string;
  /** What each request of the session has to send; it changes with the scenario. */
  readonly headers: Readonly<Record<string, string>>;
  /** Lets the session's requests meet a scenario, whatever everybody else meets; null is what everybody meets. */
  readonly activate: (scenario: string | null) => void;
}

export function openSession(call: Call, name: string): MockSession {
  let scenario: string | null = null;
  return {
    name,
    get headers() {
      return { 'X-Mock-Session': name, ...(scenario !== null && { 'X-Mock-Scenario': scenario }) };
    },
    activate: (wanted) => {
      scenario = wanted;
    },
    ...expectationsOf(call, name),
  };
}
