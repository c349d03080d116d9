import { type Call, type ConsoleAddress, callOver } from './call.ts';
import { type Expectations, expectationsOf } from './expectations.ts';
import { type MockSession, openSession } from './session.ts';

/** A connection to a console. Its expectations count the requests of all clients, with or without a session. */
export interface MockConsole extends Expectations {
  /** Sends any command of the console API. */
  readonly call: Call;
  /** Activates a scenario for all requests outside sessions. Rejects with code `unknown-scenario` if there is none. */
  readonly scenario: (name: string) => Promise<void>;
  /** The session of this name. Its live state, scenario and expectations are isolated from all others. */
  readonly session: (name: string) => MockSession;
}

/** Connects to a running console. Sends nothing until the first command. */
export function connect(address: ConsoleAddress): MockConsole {
  const call = callOver(address);
  return {
    call,
    scenario: async (name) => {
      await call('scenario.activate', { name });
    },
    session: (name) => openSession(call, name),
    ...expectationsOf(call),
  };
}
