import { hostname } from 'node:os';
import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import type { Reply } from '../contract/decode.ts';
import type { SharingState } from '../contract/schema/state.ts';
import { accept, type Result } from '../domain/basics/result.ts';
import type { Replicated } from '../domain/replication/replicated.ts';
import type { ReplicatedCollection } from '../domain/replication/replicated-collection.ts';
import type { ReplicatedSessions } from '../domain/replication/replicated-sessions.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { SharedRequests } from '../http/app/shared-requests.ts';
import type { SharedState } from '../workspace/open-workspace.ts';
import { fixturesDigest } from './fixtures-digest.ts';
import { Replica } from './replica.ts';
import type { ReplicaStatus } from './replica-status.ts';
import { sharedRequests } from './requests.ts';
import { RuleCounts } from './rule-counts.ts';
import type { ShareAddress } from './share-address.ts';
import { SharedCommands } from './shared-commands.ts';
import { beginSession } from './shared-sessions.ts';
import { type SharedStateParts, sharedState } from './shared-state.ts';
import { SharedWrites } from './shared-writes.ts';
import { Unsettled } from './unsettled.ts';

export interface ShareOptions {
  readonly address: ShareAddress;
  /** The scenario with which a new mock begins, instead of the file's. */
  readonly scenario?: string | undefined;
  /** Is called with a sentence for people when the engine goes away, comes back or has lost changes. */
  readonly onNews: (sentence: string) => void;
}

/** The part that this instance takes in a mock of several instances. */
export class Share implements SharedState {
  readonly #options: ShareOptions;
  #replica: Replica | undefined;
  #requests: SharedRequests | undefined;
  #commands: SharedCommands | undefined;

  constructor(options: ShareOptions) {
    this.#options = options;
  }

  /** Joins the instances that serve this workspace. Refused with `share-refused`. */
  join(workspace: Workspace): Promise<Result<number>> {
    const { address, scenario = workspace.scenario, onNews } = this.#options;
    const name = `${hostname()}:${process.pid}`;
    const digest = fixturesDigest(workspace);
    this.#replica = new Replica({ address, workspace: workspace.name, digest, scenario, name, onNews });
    return this.#replica.join();
  }

  /** Takes over the shared state and follows it. Call it once, after {@link join}. Refused with `share-refused`. */
  async begin(parts: SharedStateParts): Promise<Result<null>> {
    const { open, scheduler } = parts;
    const replica = this.#joined;
    open.workspace.outcomes = new RuleCounts(replica);
    const sessions = open.sessions as ReplicatedSessions;
    sessions.onMissing = (name) => {
      throw new Unsettled(() => beginSession(replica, name));
    };
    const collections = (session: string | null): readonly Replicated[] =>
      session === null
        ? ([...open.workspace.collections.values()] as ReplicatedCollection[])
        : sessions.collectionsOf(session);
    const begun = (name: string | null) => {
      const known = name === null ? undefined : sessions.begunOf(name);
      return name === null || known === undefined ? undefined : { name, begun: known };
    };
    const writes = new SharedWrites(replica);
    this.#requests = sharedRequests({
      ...{ replica, writes, scheduler, collections, begun },
      honoursKeys: () => open.workspace.settings.idempotencyKeys,
    });
    this.#commands = new SharedCommands({ replica, writes, open, collections, begun });
    replica.status.onChange = parts.onStatus;
    const following = await replica.begin(sharedState(parts));
    return following.ok ? accept(null) : following;
  }

  get requests(): SharedRequests {
    if (!this.#requests) throw new Error('The share has not begun');
    return this.#requests;
  }

  /** Carries out a command: `carryOut` is the command without sharing. */
  perform<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    carryOut: () => Reply<CommandOutput<Name>> | Promise<Reply<CommandOutput<Name>>>,
  ): Promise<Reply<CommandOutput<Name>>> {
    if (!this.#commands) throw new Error('The share has not begun');
    return this.#commands.perform(name, input, carryOut);
  }

  get report(): ReplicaStatus['report'] {
    return this.#joined.status.report;
  }

  /** What consoles show of the instances. */
  get state(): SharingState {
    return { engine: this.#options.address.url, ...this.#joined.status.shown };
  }

  /** A sentence that says what is shared and what is not. */
  get note(): string {
    const { url } = this.#options.address;
    return `Shared over ${url}: live records with their versions, sessions, fixtures, scenarios, and the counters of their rules. Of its own, this instance has its request log. Idempotency keys, snapshots, expectations, undo, bulk edits of fixtures, and edits of collections and settings are refused. No file is written.`;
  }

  async close(): Promise<void> {
    await this.#replica?.close();
  }

  get #joined(): Replica {
    if (!this.#replica) throw new Error('The share has not been joined');
    return this.#replica;
  }
}
