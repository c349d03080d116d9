import type { SessionState } from '../contract/schema/state.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import type { Session } from '../domain/session/session.ts';
import type { Handlers, HostParts } from './context.ts';

type SessionCommand = 'sessions.list' | 'sessions.reset' | 'sessions.drop';

/** The sessions that clients have begun. */
export function sessionHandlers({ sessions, feed }: HostParts): Pick<Handlers, SessionCommand> {
  return {
    'sessions.list': () => accept({ sessions: sessions.all().map(describeSession) }),

    'sessions.reset': ({ name }) => {
      const records = sessions.use(name).reset();
      feed.touch('sessions');
      return accept({ records });
    },

    'sessions.drop': ({ name }) => (sessions.drop(name) ? accept(null) : refuse(unknownSession(name))),
  };
}

/** A session as the consoles see it. */
export function describeSession({ name, runs, changedCount, created, lastUsed }: Session): SessionState {
  return { name, scenario: runs.active, changed: changedCount, created, lastUsed };
}

export function unknownSession(name: string): Problem {
  return problem('unknown-session', `There is no session "${name}".`);
}
