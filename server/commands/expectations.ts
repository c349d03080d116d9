import { problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import type { Expectation } from '../domain/verification/expectation.ts';
import { junitReport } from '../domain/verification/junit.ts';
import type { Handlers, HostParts } from './context.ts';

type ExpectationCommand =
  | 'expectations.add'
  | 'expectations.set'
  | 'expectations.list'
  | 'expectations.remove'
  | 'expectations.clear'
  | 'verification.report';

/** What clients are expected to send, and what came of it. */
export function expectationHandlers({ verifier, workspace, now }: HostParts): Pick<Handlers, ExpectationCommand> {
  return {
    'expectations.add': ({ expectation, since }) => {
      const added = verifier.add([expectation], since);
      return added.ok ? accept({ name: added.value[0] ?? '' }) : added;
    },

    'expectations.set': ({ expectations, session, since }) => {
      const replaced = verifier.replace(expectations, isOf(session), since);
      return replaced.ok ? accept(null) : replaced;
    },

    'expectations.list': ({ session }) => accept({ results: verifier.results(session) }),

    'expectations.remove': ({ name, session }) =>
      verifier.remove((one) => one.name === name && one.session === session)
        ? accept(null)
        : refuse(problem('unknown-expectation', `There is no expectation "${name}".`)),

    'expectations.clear': ({ session }) => {
      verifier.remove(isOf(session));
      return accept(null);
    },

    'verification.report': ({ format, session }) => {
      const results = verifier.results(session);
      return accept(
        format === 'junit'
          ? { file: 'verification.xml', text: junitReport(results, workspace.title, now()) }
          : { file: 'verification.json', text: `${JSON.stringify({ results }, null, 2)}\n` },
      );
    },
  };
}

/** Which expectations a session means; all of them where none is named. */
function isOf(session: string | undefined): (expectation: Expectation) => boolean {
  return (expectation) => session === undefined || expectation.session === session;
}
