import type { CommandInput } from '../contract/command.ts';
import type { expectationCommands } from '../contract/commands/expectations.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import { type JsonObject, jsonEqual } from '../domain/json/json.ts';
import { formatReport } from '../domain/report/documents.ts';
import { reportEndings } from '../domain/report/report.ts';
import { type Expectation, usualCount } from '../domain/verification/expectation.ts';
import { verificationReport } from '../domain/verification/result.ts';
import { editConflict } from '../editing/edit-conflict.ts';
import { systemClock } from '../runtime/clock.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** The requests that clients are expected to send, and the report on them. */
export function expectationHandlers({
  verifier,
  workspaces,
}: HandlerContext): Pick<Handlers, keyof typeof expectationCommands> {
  /** Why an edit cannot be made: the expectation has changed since it began, other than to the wanted one. */
  function conflictWith({ expectation, replaces, base }: CommandInput<'expectations.add'>): Problem | undefined {
    if (!replaces || !base) return undefined;
    const theirs = (verifier.find(replaces) as JsonObject | undefined) ?? null;
    const wanted = { name: replaces.name, count: usualCount, ...expectation };
    const isExpected = [base, wanted].some((one) => jsonEqual(theirs, one as JsonObject));
    return isExpected ? undefined : editConflict(`expectation "${replaces.name}"`, theirs);
  }

  return {
    'expectations.add': (input) => {
      const conflict = conflictWith(input);
      if (conflict) return refuse(conflict);
      const { expectation, since, replaces } = input;
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
