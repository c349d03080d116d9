import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import type { Reply } from '../contract/decode.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { decide, type ReplicatedCollection } from '../domain/records/replicated-collection.ts';
import { targetsIn } from '../editing/settle-live-state.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Replica } from './replica.ts';
import type { Decided, SharedWrites } from './shared-writes.ts';

/**
 * What becomes of a command: `shared` acts on all instances; `own` reads, or acts on what every instance has of its own;
 * `refused` would act on a part of the state that is not shared.
 */
type Reach = 'shared' | 'own' | 'refused';

const reaches: { readonly [Name in CommandName]: Reach } = {
  'audit.clients': 'own',
  'audit.run': 'own',
  'audit.report': 'own',
  'audit.scenes': 'own',
  'audit.begin': 'refused',
  'audit.step': 'refused',
  'audit.end': 'refused',
  'audit.cancel': 'own',
  'collections.fields': 'own',
  'collections.check': 'own',
  'collections.inferSchema': 'own',
  'collections.create': 'refused',
  'collections.change': 'refused',
  'collections.duplicate': 'refused',
  'collections.move': 'refused',
  'collections.remove': 'refused',
  'expectations.add': 'refused',
  'expectations.set': 'refused',
  'expectations.list': 'own',
  'expectations.remove': 'refused',
  'expectations.clear': 'own',
  'upstream.set': 'refused',
  'upstream.preview': 'refused',
  'upstream.clear': 'refused',
  'verification.report': 'own',
  'labs.pagination': 'own',
  'sessions.list': 'own',
  'sessions.reset': 'refused',
  'sessions.requirePrecondition': 'refused',
  'sessions.drop': 'refused',
  'state.reset': 'shared',
  'state.keep': 'refused',
  'state.diff': 'own',
  'state.compare': 'own',
  'snapshots.list': 'own',
  'snapshots.save': 'refused',
  'snapshots.rename': 'refused',
  'snapshots.restore': 'refused',
  'snapshots.remove': 'refused',
  'records.change': 'refused',
  'records.paste': 'refused',
  'records.generate': 'refused',
  'users.setStatus': 'refused',
  'records.page': 'own',
  'records.find': 'own',
  'records.get': 'own',
  'records.check': 'own',
  'records.put': 'shared',
  'records.patch': 'shared',
  'records.remove': 'shared',
  'records.prepare': 'shared',
  'records.export': 'own',
  'requests.list': 'own',
  'requests.get': 'own',
  'requests.find': 'own',
  'requests.send': 'own',
  'saved.put': 'refused',
  'saved.remove': 'refused',
  'saved.rename': 'refused',
  'requests.mark': 'own',
  'requests.clear': 'own',
  'requests.restore': 'own',
  'requests.export': 'own',
  'scenarios.put': 'refused',
  'scenarios.remove': 'refused',
  'scenarios.move': 'refused',
  'scenarios.export': 'own',
  'scenarios.import': 'refused',
  'scenarios.dryRun': 'own',
  'scenario.activate': 'shared',
  'timeline.get': 'own',
  'timeline.steps': 'own',
  'timeline.moment': 'own',
  'timeline.request': 'own',
  'timeline.page': 'own',
  'timeline.restore': 'refused',
  'timeline.replay': 'own',
  'timeline.replayed': 'own',
  'workspace.get': 'own',
  'workspace.export': 'own',
  'workspace.create': 'refused',
  'workspace.open': 'refused',
  'workspace.backups': 'own',
  'workspace.restoreBackup': 'refused',
  'workspace.saveAs': 'refused',
  'workspace.overwrite': 'refused',
  'workspace.reload': 'refused',
  'import.preview': 'refused',
  'import.rows': 'refused',
  'import.apply': 'refused',
  'jobs.cancel': 'own',
  'workspace.rename': 'refused',
  'settings.set': 'refused',
  'server.start': 'own',
  'server.stop': 'own',
  'history.undo': 'refused',
  'history.redo': 'refused',
  'history.list': 'own',
  'history.goTo': 'refused',
};

type Carry<Name extends CommandName> = () => Reply<CommandOutput<Name>> | Promise<Reply<CommandOutput<Name>>>;

interface Parts {
  readonly replica: Replica;
  readonly writes: SharedWrites;
  readonly open: () => OpenWorkspace;
  readonly collections: () => readonly ReplicatedCollection[];
}

/** Carries out the commands of one instance among several: those that change the shared state are decided and committed. */
export class SharedCommands {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `carryOut` is the command without sharing. Refused with `not-shared` and `share-away`, and as the command is. */
  async perform<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    carryOut: Carry<Name>,
  ): Promise<Reply<CommandOutput<Name>>> {
    const reach = reaches[name];
    if (reach === 'own') return carryOut();
    const refusal = reach === 'refused' ? `${name} is` : refusedForm(name, input);
    if (refusal !== undefined) {
      const detail = `${refusal} not available while instances share their live state. Start the program without --share for it.`;
      return refuse(problem('not-shared', detail));
    }
    const done = await this.#parts.writes.perform<Reply<CommandOutput<Name>>>(
      null,
      () => this.#decide(name, input, carryOut),
      { isSafe: false },
    );
    return done.ok ? done.value : done;
  }

  #decide<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    carryOut: Carry<Name>,
  ): Decided<Reply<CommandOutput<Name>>> | Promise<Decided<Reply<CommandOutput<Name>>>> {
    const { replica, collections } = this.#parts;
    const { epoch } = replica.status;
    type Output = Reply<CommandOutput<Name>>;
    if (name === 'scenario.activate') {
      const { name: scenario } = input as CommandInput<'scenario.activate'>;
      const known = this.#parts.open().workspace.scenarios;
      if (known.has(scenario)) return { result: accept(null) as Output, changes: [], scenario, epoch };
      const expected = [...known.keys()];
      const unknown = problem('unknown-scenario', `There is no scenario "${scenario}".`, { expected });
      return { result: refuse(unknown), changes: [], epoch };
    }
    const carry = name === 'state.reset' ? () => this.#reset(input as CommandInput<'state.reset'>) as Output : carryOut;
    const { result, changes } = decide(collections(), carry);
    if (!(result instanceof Promise)) return { result, changes, epoch };
    return result.then((settled) => ({ result: settled, changes, epoch }));
  }

  /** Resets records without a pause, as one entry of the log. */
  #reset(reach: CommandInput<'state.reset'>): Result<CommandOutput<'state.reset'>> {
    const targets = targetsIn(this.#parts.open(), this.#parts.collections(), reach);
    if (!targets.ok) return targets;
    for (const { collection, id } of targets.value) collection.reset(id);
    return accept({ records: targets.value.length });
  }
}

/** The form of a command that would change what is not shared, as the beginning of a sentence; undefined for any other. */
function refusedForm<Name extends CommandName>(name: Name, input: CommandInput<Name>): string | undefined {
  if ('session' in input && input.session !== undefined) return 'Sessions are';
  const editsFixtures = name === 'records.put' || name === 'records.patch' || name === 'records.remove';
  if (editsFixtures && !('in' in input && input.in !== undefined)) return `${name} of a fixture (without "in") is`;
  return undefined;
}
