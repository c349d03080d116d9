import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import type { Reply } from '../contract/decode.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import type { Replicated } from '../domain/replication/replicated.ts';
import { unknownSession } from '../domain/session/session-name.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { Claim } from './claim.ts';
import { lostClaim, performOnce } from './claimed-call.ts';
import { reaches, refusedPart } from './command-reach.ts';
import type { Decision } from './commit.ts';
import type { SharedCollections } from './entries/shared-collections.ts';
import type { FleetLog, LoggedCommand } from './fleet/fleet-log.ts';
import { Proposal } from './proposal.ts';
import type { Replica } from './replica.ts';
import { dropSession } from './shared-sessions.ts';
import type { Decided, SharedWrites } from './shared-writes.ts';
import { Unsettled } from './unsettled.ts';

type Carry<Name extends CommandName> = () => Reply<CommandOutput<Name>> | Promise<Reply<CommandOutput<Name>>>;

interface Parts {
  readonly replica: Replica;
  readonly writes: SharedWrites;
  readonly open: OpenWorkspace;
  readonly shared: SharedCollections;
  /** The live states that a command may change: of all clients, or of a session. */
  readonly collections: (session: string | null) => readonly Replicated[];
  /** The session of a decision; undefined for one that is not open, or without one. */
  readonly begun: (session: string | null) => Decision['session'];
  readonly fleet: FleetLog;
  readonly scheduler: Scheduler;
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
    key?: string,
  ): Promise<Reply<CommandOutput<Name>>> {
    const reach = reaches[name];
    const isPreview = 'as' in input && input.as === 'preview';
    if (reach === 'own' || isPreview) return carryOut();
    if (reach === 'logged') return performLogged(this.#parts.fleet, name, input);
    if (reach === 'caught-up') {
      await this.#parts.fleet.catchUp();
      return carryOut();
    }
    const refusal = refusedPart(name, input);
    if (refusal !== undefined) {
      const detail = `${refusal} not available while instances share their live state. Start the program without --share for it.`;
      return refuse(problem('not-shared', detail));
    }
    if (key === undefined) return this.#perform(name, input, carryOut, undefined);
    const { replica } = this.#parts;
    const claim = new Claim(replica, replica.keys.callKeys, key, JSON.stringify([name, input]));
    return performOnce(claim, name, () => this.#perform(name, input, carryOut, claim));
  }

  async #perform<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    carryOut: Carry<Name>,
    claim: Claim | undefined,
  ): Promise<Reply<CommandOutput<Name>>> {
    if (name === 'sessions.drop') {
      const dropped = await dropSession(this.#parts.replica, (input as CommandInput<'sessions.drop'>).name);
      if (!dropped.ok) return dropped;
      const { name: session } = input as CommandInput<'sessions.drop'>;
      return dropped.value ? (accept(null) as Reply<CommandOutput<Name>>) : refuse(unknownSession(session));
    }
    if (name !== 'history.goTo') return this.#commit(name, input, carryOut, claim);
    // Each step is a change of its own.
    for (let steps = 0; ; steps++) {
      const moved = (await this.#commit(name, input, carryOut)) as Reply<CommandOutput<'history.goTo'>>;
      if (!moved.ok) return moved;
      if (moved.value.steps === 0) return accept({ steps }) as Reply<CommandOutput<Name>>;
    }
  }

  async #commit<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    carryOut: Carry<Name>,
    claim?: Claim,
  ): Promise<Reply<CommandOutput<Name>>> {
    const decide = async () => {
      const { position } = this.#parts.replica.status;
      if (claim && claim.meaning !== 'new') return { result: lostClaim(name), changes: [], ...position, isFinal: true };
      const decided = await this.#decideSettled(name, input, carryOut);
      const { result } = decided;
      claim?.keep(result.ok ? JSON.stringify(result) : null);
      return { ...decided, claim };
    };
    const done = await this.#parts.writes.perform<Reply<CommandOutput<Name>>>(null, decide, { isSafe: false });
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
        if (!settled.ok) return { result: settled, changes: [], ...this.#parts.replica.status.position, isFinal: true };
      }
    }
  }

  async #decide<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    carryOut: Carry<Name>,
  ): Promise<Decided<Reply<CommandOutput<Name>>>> {
    const { replica, collections, open, begun } = this.#parts;
    const { position } = replica.status;
    type Output = Reply<CommandOutput<Name>>;
    const session = sessionOf(name, input);
    if (name === 'scenario.activate') {
      const { name: scenario } = input as CommandInput<'scenario.activate'>;
      const known = open.workspace.scenarios;
      if (!known.has(scenario)) {
        const expected = [...known.keys()];
        const unknown = problem('unknown-scenario', `There is no scenario "${scenario}".`, { expected });
        return { result: refuse(unknown), changes: [], ...position };
      }
      if (session !== null) open.sessions.use(session);
      return { result: accept(null) as Output, changes: [], scenario, ...position, session: begun(session) };
    }
    if (name === 'sessions.requirePrecondition' && session !== null) {
      open.sessions.use(session);
      const { required: requirePrecondition } = input as CommandInput<'sessions.requirePrecondition'>;
      return { result: accept(null) as Output, changes: [], ...position, session: begun(session), requirePrecondition };
    }
    if (name === 'snapshots.restore' && session !== null) {
      const { name: snapshot } = input as CommandInput<'snapshots.restore'>;
      // The session begins before the work, which may pause.
      if (open.snapshots.all.has(snapshot)) open.sessions.use(session);
    }
    const proposal = new Proposal(open, replica.status, this.#parts.shared, collections(session));
    const decided = async (result: Output, scenario?: string): Promise<Decided<Output>> => {
      // A session may end and begin again meanwhile.
      const known = begun(session);
      const proposed = result.ok ? await this.#parts.scheduler.run(proposal.propose()) : { changes: [] };
      return { ...proposed, result, ...position, session: known, scenario };
    };
    if (name === 'sessions.reset' && session !== null) {
      const { active } = open.sessions.use(session).runs;
      const reset = collections(session).flatMap((collection) =>
        collection.changedIds().map((id) => proposal.run(() => collection.reset(id))),
      );
      proposal.forgetKeys();
      return decided(accept({ records: reset.length }) as Output, active);
    }
    const result = proposal.run(carryOut);
    return decided(await result);
  }
}

/** Name and input belong together: see `reaches`. */
function performLogged<Name extends CommandName>(
  fleet: FleetLog,
  name: Name,
  input: CommandInput<Name>,
): Promise<Reply<CommandOutput<Name>>> {
  return fleet.perform(name as LoggedCommand, input as never) as Promise<Reply<CommandOutput<Name>>>;
}

/** The session whose live state a command changes; null for that of all clients. */
function sessionOf<Name extends CommandName>(name: Name, input: CommandInput<Name>): string | null {
  const { session, name: itself } = input as { readonly session?: string; readonly name?: string };
  if (name === 'sessions.reset' || name === 'sessions.requirePrecondition') return itself ?? null;
  return session ?? null;
}
