import { auditLog, clientsInLog } from '../audit/log-audit.ts';
import type { CommandInput, CommandOutput } from '../contract/command.ts';
import type { auditCommands } from '../contract/commands/audit.ts';
import { selectRules } from '../domain/audit/audit.ts';
import { auditReport } from '../domain/audit/result.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { isJsonArray, member } from '../domain/json/json.ts';
import { formatReport } from '../domain/report/documents.ts';
import { reportEndings } from '../domain/report/report.ts';
import { secretsOf } from '../domain/request/secrets.ts';
import { systemClock } from '../runtime/clock.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** The audit of clients, in time slices over the log. */
export function auditHandlers({
  log,
  scheduler,
  workspaces,
}: HandlerContext): Pick<Handlers, keyof typeof auditCommands> {
  async function run({
    rules = 'all',
    ...selection
  }: CommandInput<'audit.run'>): Promise<Result<CommandOutput<'audit.run'>, Problem>> {
    const selected = selectRules(rules);
    if (!selected.ok) return refuse(problem('bad-request', selected.problem));
    const { collections, settings } = workspaces.current.workspace;
    const definition = (name: string) => collections.get(name)?.definition;
    const context = {
      key: (name: string) => definition(name)?.key ?? 'id',
      required: (name: string) => {
        const required = member(definition(name)?.schema ?? {}, 'required');
        const names = isJsonArray(required) ? required.filter((one) => typeof one === 'string') : [];
        return [definition(name)?.key ?? 'id', ...names];
      },
      isSecret: (name: string) => secretsOf(settings).isParameter(name),
    };
    return accept(await scheduler.run(auditLog(log, selection, context, selected.value)));
  }

  return {
    'audit.clients': async ({ clientHeader }) =>
      accept({ clients: await scheduler.run(clientsInLog(log, clientHeader)) }),

    'audit.run': run,

    'audit.report': async ({ format, ...input }) => {
      const done = await run(input);
      if (!done.ok) return done;
      const report = auditReport(done.value.results, workspaces.current.workspace.title, systemClock.now());
      return accept({ file: `audit.${reportEndings[format]}`, text: formatReport(report, format, done.value) });
    },
  };
}
