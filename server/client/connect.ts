import { type Call, type ConsoleAddress, callOver } from './call.ts';
import { type Expectations, expectationsOf } from './expectations.ts';
import { type MockSession, openSession } from './session.ts';

/** A console that test code has connected to. Its expectations are those of everybody, sessions included. */
export interface MockConsole extends Expectations {
  /** Any command of the contract, by its name. */
  readonly call: Call;
  /** Activates a scenario for everybody. */
  readonly scenario: (name: string) => Promise<void>;
  /** A session of that name: what it changes and what it expects is its own. */
  readonly session: (name: string) => MockSession;
}

/** Connects to a console that runs; nothing is sent before the first command. */
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
