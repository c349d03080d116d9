import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';

const longestName = 200;

/** The rule for the name of a session, as a phrase. */
export const sessionNameRule = `a name of 1 to ${longestName} characters, none of them a control character`;

export function isSessionName(name: string): boolean {
  return name !== '' && name.length <= longestName && !/\p{Cc}/u.test(name);
}

/** The session that a request names in X-Mock-Session, null where it names none; refused with `bad-header`. */
export function readSessionName(header: string | undefined): Result<string | null> {
  if (header === undefined) return accept(null);
  if (isSessionName(header)) return accept(header);
  const detail = `X-Mock-Session must be ${sessionNameRule}.`;
  return refuse(problem('bad-header', detail, { header: 'X-Mock-Session', expected: sessionNameRule }));
}

/** The name of the scenario that a client writes for its session, or for all requests without one. */
export const ruleScenario = (session?: string) =>
  session === undefined ? 'Rules of the test' : `Rules of session ${session}`;

/** The refusal of a command that names a session which has not begun or has ended. */
export function unknownSession(name: string): Problem {
  return problem('unknown-session', `There is no session "${name}".`);
}
