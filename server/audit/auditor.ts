import type { CommandInput, CommandOutput } from '../contract/command.ts';
import { selectRules } from '../domain/audit/audit.ts';
import { auditScenes, sceneScenario } from '../domain/audit/scenes.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { isJsonArray, member } from '../domain/json/json.ts';
import { secretsOf } from '../domain/request/secrets.ts';
import type { SharedMock } from '../domain/session/session.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { auditLog } from './log-audit.ts';

/** Judges clients by the log, in time slices. */
export class Auditor {
  readonly #log: RequestLog;
  readonly #scheduler: Scheduler;
  readonly #mock: () => SharedMock;

  /** `mock` gives the workspace that is open now. */
  constructor(log: RequestLog, scheduler: Scheduler, mock: () => SharedMock) {
    this.#log = log;
    this.#scheduler = scheduler;
    this.#mock = mock;
  }

  /** The command `audit.run`. Refused with `bad-request` for an unknown rule. */
  async run({
    rules = 'all',
    ...selection
  }: CommandInput<'audit.run'>): Promise<Result<CommandOutput<'audit.run'>, Problem>> {
    const selected = selectRules(rules);
    if (!selected.ok) return refuse(problem('bad-request', selected.problem));
    const mock = this.#mock();
    const { collections, settings, scenarios } = mock;
    const secrets = secretsOf(settings);
    const falsifiers = new Set(
      [...scenarios.values(), ...auditScenes]
        .filter(({ rules }) => rules.some(({ then }) => then.kind === 'quirk' && then.quirk === 'total-off-by-one'))
        .flatMap(({ name }) => [name, sceneScenario({ name })]),
    );
    const definition = (name: string) => collections.get(name)?.definition;
    const context = {
      key: (name: string) => definition(name)?.key ?? 'id',
      required: (name: string) => {
        const required = member(definition(name)?.schema ?? {}, 'required');
        const names = isJsonArray(required) ? required.filter((one) => typeof one === 'string') : [];
        return [definition(name)?.key ?? 'id', ...names];
      },
      isSecret: (name: string) => secrets.isParameter(name),
      hasFalseTotals: (name: string) => falsifiers.has(name),
    };
    return accept(await this.#scheduler.run(auditLog(this.#log, mock, selection, context, selected.value)));
  }
}
