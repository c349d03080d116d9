import { type Audits, auditsOf } from './audit.ts';
import { type Call, type ConsoleAddress, callOver } from './call.ts';
import { type Expectations, expectationsOf } from './expectations.ts';
import { type LiveRecords, liveRecordsOf } from './records.ts';
import { type Requests, requestsOf } from './requests.ts';
import { type Scenarios, scenariosOf } from './scenarios.ts';
import { type MockSession, openSession } from './session.ts';

/** A connection to a console. It sees the requests of all clients; its scenarios apply to requests outside sessions. */
export interface MockConsole extends Expectations, Requests, Scenarios, LiveRecords, Audits {
  /** Sends any command of the console API. */
  readonly call: Call;
  /** The same as `activate`. */
  readonly scenario: Scenarios['activate'];
  /** The session of this name. Its live state, scenario and expectations are isolated from all others. */
  readonly session: (name: string) => MockSession;
}

/** Connects to a running console. Sends nothing until the first command. */
export function connect(address: ConsoleAddress): MockConsole {
  const call = callOver(address);
  const expectations = expectationsOf(call);
  const scenarios = scenariosOf(call);
  return {
    call,
    scenario: scenarios.activate,
    ...liveRecordsOf(call),
    session: (name) => openSession(call, name),
    ...expectations,
    ...requestsOf(call, expectations),
    ...scenarios,
    ...auditsOf(call),
  };
}
