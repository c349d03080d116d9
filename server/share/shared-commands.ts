import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import type { Reply } from '../contract/decode.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { finish } from '../domain/basics/work.ts';
import { decide, type Replicated } from '../domain/replication/replicated.ts';
import type { ReplicatedCollection } from '../domain/replication/replicated-collection.ts';
import type { ScenarioChange } from '../domain/scenario/scenario-change.ts';
import { unknownSession } from '../domain/session/session-name.ts';
import { targetsIn } from '../editing/settle-live-state.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { DecidedScenarios, Decision } from './commit.ts';
import type { Replica } from './replica.ts';
import { dropSession } from './shared-sessions.ts';
import type { Decided, SharedWrites } from './shared-writes.ts';
import { Unsettled } from './unsettled.ts';

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
  'drift.run': 'own',
  'drift.exchanges': 'own',
  'drift.apply': 'refused',
  'drift.report': 'own',
  'upstream.set': 'refused',
  'upstream.preview': 'refused',
  'upstream.clear': 'refused',
  'verification.report': 'own',
  'labs.pagination': 'own',
  'sessions.list': 'own',
  'sessions.reset': 'shared',
  'sessions.requirePrecondition': 'shared',
  'sessions.drop': 'shared',
  'state.reset': 'shared',
  'state.keep': 'shared',
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
  'users.setStatus': 'shared',
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
  'scenarios.put': 'shared',
  'scenarios.remove': 'shared',
  'scenarios.move': 'shared',
  'scenarios.export': 'own',
  'scenarios.import': 'shared',
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
  'server.reach': 'own',
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
  readonly open: OpenWorkspace;
  /** The live states that a command may change: of all clients, or of a session. */
  readonly collections: (session: string | null) => readonly Replicated[];
  /** The session of a decision; undefined for one that is not open, or without one. */
  readonly begun: (session: string | null) => Decision['session'];
}

/** Carries out the commands of one instance among several: those that change the shared state are decided and committed. */
export class SharedCommands {
  readonly #parts: Parts;
  /** The change of the scenarios that the command under way proposes. */
  #proposed: ScenarioChange | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.open.proposeScenarios = (change) => {
      this.#proposed = change;
    };
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
    if (name === 'sessions.drop') {
      const dropped = await dropSession(this.#parts.replica, (input as CommandInput<'sessions.drop'>).name);
      if (!dropped.ok) return dropped;
      const { name: session } = input as CommandInput<'sessions.drop'>;
      return dropped.value ? (accept(null) as Reply<CommandOutput<Name>>) : refuse(unknownSession(session));
    }
    const done = await this.#parts.writes.perform<Reply<CommandOutput<Name>>>(
      null,
      () => this.#decideSettled(name, input, carryOut),
      { isSafe: false },
    );
    return done.ok ? done.value : done;
  }

  /** Decides a command once its session has begun. */
  async #decideSettled<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    carryOut: Carry<Name>,
  ): Promise<Decided<Reply<CommandOutput<Name>>>> {
    for (;;) {
      try {
        return await this.#decide(name, input, carryOut);
      } catch (fault) {
        if (!(fault instanceof Unsettled)) throw fault;
        const settled = await fault.settle();
        if (!settled.ok)
          return { result: settled, changes: [], epoch: this.#parts.replica.status.epoch, isFinal: true };
      }
    }
  }

  #decide<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    carryOut: Carry<Name>,
  ): Decided<Reply<CommandOutput<Name>>> | Promise<Decided<Reply<CommandOutput<Name>>>> {
    const { replica, collections, open, begun } = this.#parts;
    const { epoch } = replica.status;
    type Output = Reply<CommandOutput<Name>>;
    const session = sessionOf(name, input);
    if (name === 'scenario.activate') {
      const { name: scenario } = input as CommandInput<'scenario.activate'>;
      const known = open.workspace.scenarios;
      if (!known.has(scenario)) {
        const expected = [...known.keys()];
        const unknown = problem('unknown-scenario', `There is no scenario "${scenario}".`, { expected });
        return { result: refuse(unknown), changes: [], epoch };
      }
      if (session !== null) open.sessions.use(session);
      return { result: accept(null) as Output, changes: [], scenario, epoch, session: begun(session) };
    }
    if (name === 'sessions.requirePrecondition' && session !== null) {
      open.sessions.use(session);
      const { required: requirePrecondition } = input as CommandInput<'sessions.requirePrecondition'>;
      return { result: accept(null) as Output, changes: [], epoch, session: begun(session), requirePrecondition };
    }
    if (name === 'sessions.reset' && session !== null) {
      const scenario = open.sessions.use(session).runs.active;
      const { result, changes } = decide(collections(session), () => this.#settle(session, {}, 'reset'));
      return { result: result as Output, changes, epoch, session: begun(session), scenario };
    }
    this.#proposed = undefined;
    const { session: _, ...reach } = input as CommandInput<'state.reset'>;
    const settles = name === 'state.reset' ? 'reset' : name === 'state.keep' ? 'promote' : null;
    const carry = settles ? () => this.#settle(session, reach, settles) as Output : carryOut;
    const { result, changes } = decide(collections(session), carry);
    const decided = { changes, epoch, session: begun(session), scenarios: this.#proposal() };
    return result instanceof Promise
      ? result.then((settled) => ({ ...decided, result: settled }))
      : { ...decided, result };
  }

  #proposal(): DecidedScenarios | undefined {
    const { open, replica } = this.#parts;
    const before = [...open.workspace.scenarios.values()];
    return this.#proposed && { change: this.#proposed, before, at: replica.status.scenariosAt };
  }

  /** Resets or keeps records without a pause, as one entry of the log. */
  #settle(
    session: string | null,
    reach: Omit<CommandInput<'state.reset'>, 'session'>,
    change: 'reset' | 'promote',
  ): Result<CommandOutput<'state.reset'>> {
    const { open, collections } = this.#parts;
    if (session !== null && !open.sessions.find(session)) return refuse(unknownSession(session));
    const targets = finish(targetsIn(open, collections(session), reach));
    if (!targets.ok) return targets;
    for (const { collection, id } of targets.value) {
      if (change === 'reset') collection.reset(id);
      else (collection as ReplicatedCollection).promote(id);
    }
    return accept({ records: targets.value.length });
  }
}

/** The session whose live state a command changes; null for that of all clients. */
function sessionOf<Name extends CommandName>(name: Name, input: CommandInput<Name>): string | null {
  const { session, name: itself } = input as { readonly session?: string; readonly name?: string };
  if (name === 'sessions.reset' || name === 'sessions.requirePrecondition') return itself ?? null;
  return session ?? null;
}

/** The form of a command that would change what is not shared, as the beginning of a sentence; undefined for any other. */
function refusedForm<Name extends CommandName>(name: Name, input: CommandInput<Name>): string | undefined {
  const isInSession = 'session' in input && input.session !== undefined;
  return name === 'state.keep' && isInSession ? 'Keep in a session is' : undefined;
}
