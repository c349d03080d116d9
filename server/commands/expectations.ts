import type { expectationCommands } from '../contract/commands/expectations.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import { formatReport } from '../domain/report/documents.ts';
import { reportEndings } from '../domain/report/report.ts';
import type { Expectation } from '../domain/verification/expectation.ts';
import { verificationReport } from '../domain/verification/result.ts';
import { systemClock } from '../runtime/clock.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** The requests that clients are expected to send, and the report on them. */
export function expectationHandlers({
  verifier,
  workspaces,
}: HandlerContext): Pick<Handlers, keyof typeof expectationCommands> {
  return {
    'expectations.add': ({ expectation, since, replaces }) => {
      const added = replaces ? verifier.edit(replaces, expectation, since) : verifier.add([expectation], since);
      return added.ok ? accept({ name: added.value[0] ?? '' }) : added;
    },

    'expectations.set': ({ expectations, session, since }) => {
      const replaced = verifier.replace(expectations, isOf(session), since);
      return replaced.ok ? accept(null) : replaced;
    },

    'expectations.list': ({ session }) => accept({ results: verifier.results(session) }),

    'expectations.remove': ({ name, session }) => {
      const removed = verifier.remove((one) => one.name === name && one.session === session);
      if (removed.length > 0) return accept({ removed });
      return refuse(problem('unknown-expectation', `There is no expectation "${name}".`));
    },

    'expectations.clear': ({ session }) => accept({ removed: verifier.remove(isOf(session)) }),

    'verification.report': ({ format, session }) => {
      const results = verifier.results(session);
      const report = verificationReport(results, workspaces.current.workspace.title, systemClock.now());
      return accept({ file: `verification.${reportEndings[format]}`, text: formatReport(report, format, { results }) });
    },
  };
}

/** Selects the expectations of a session; all of them where none is named. */
function isOf(session: string | undefined): (expectation: Expectation) => boolean {
  return (expectation) => session === undefined || expectation.session === session;
}
