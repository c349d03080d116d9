import { hostname } from 'node:os';
import { basename } from 'node:path';
import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import type { Reply } from '../contract/decode.ts';
import type { SharingState } from '../contract/schema/state.ts';
import { accept, type Result } from '../domain/basics/result.ts';
import { finish } from '../domain/basics/work.ts';
import type { Replicated } from '../domain/replication/replicated.ts';
import type { ReplicatedCollection } from '../domain/replication/replicated-collection.ts';
import type { ReplicatedSessions } from '../domain/replication/replicated-sessions.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { SharedRequests } from '../http/app/shared-requests.ts';
import type { OpenWorkspace, SharedState } from '../workspace/open-workspace.ts';
import type { ShareAddress } from './engine/share-address.ts';
import { SharedCollections } from './entries/shared-collections.ts';
import { fixturesDigest } from './fixtures-digest.ts';
import { FleetLog, type FleetLogParts } from './fleet/fleet-log.ts';
import { Replica } from './replica.ts';
import type { ReplicaStatus } from './replica-status.ts';
import { sharedRequests } from './requests.ts';
import { RuleCounts } from './rule-counts.ts';
import { SavedFiles } from './saved-files.ts';
import { SharedCommands } from './shared-commands.ts';
import { SharedKeys } from './shared-keys.ts';
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
  /** The name of this instance; its host and process unless given. */
  readonly name?: string;
}

/** The part that this instance takes in a mock of several instances. */
export class Share implements SharedState {
  readonly #options: ShareOptions;
  #replica: Replica | undefined;
  #open: OpenWorkspace | undefined;
  #saved: SavedFiles | undefined;
  /** True once no further edits are saved here. */
  #isEnding = false;
  #requests: SharedRequests | undefined;
  #commands: SharedCommands | undefined;
  #fleet: FleetLog | undefined;

  constructor(options: ShareOptions) {
    this.#options = options;
  }

  /** Joins the instances that serve this workspace. Refused with `share-refused`. */
  join(workspace: Workspace): Promise<Result<number>> {
    const { address, scenario = workspace.scenario, onNews } = this.#options;
    const digest = finish(fixturesDigest(workspace, (record) => JSON.stringify(record)));
    const saves = () => this.#saves();
    this.#replica = new Replica({
      address,
      workspace: workspace.name,
      digest,
      scenario,
      name: this.#name,
      saves,
      onNews,
    });
    return this.#replica.join();
  }

  /** Takes over the shared state and follows it. Call it once, after {@link join}. Refused with `share-refused`. */
  async begin(
    parts: Omit<SharedStateParts, 'saves' | 'shared' | 'status'> & { readonly requests: FleetLogParts },
  ): Promise<Result<null>> {
    const { open, scheduler } = parts;
    const replica = this.#joined;
    this.#open = open;
    const shared = new SharedCollections(open.workspace, replica.uids, parts.onCollections);
    open.parts.collections = shared;
    const saved = new SavedFiles(
      replica,
      (work) => scheduler.run(work),
      () => shared.uids,
    );
    this.#saved = saved;
    open.saver.onTake = (content) => saved.note(content);
    open.workspace.outcomes = new RuleCounts(replica);
    const keys = new SharedKeys(replica, open);
    open.workspace.idempotencyKeys = keys;
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
      ...{ replica, writes, scheduler, collections, begun, keys },
    });
    this.#fleet = new FleetLog({ ...parts.requests, replica, instance: this.#name });
    this.#commands = new SharedCommands({
      ...{ replica, writes, open, shared, collections, begun, scheduler, fleet: this.#fleet },
    });
    replica.status.onChange = parts.onStatus;
    const following = await replica.begin(
      sharedState({ ...parts, shared, status: replica.status, saves: () => this.#saves() }),
    );
    return following.ok ? accept(null) : following;
  }

  /** Follows the requests to all instances. Call it once after {@link begin}, when commands can be carried out. */
  async followRequests(): Promise<void> {
    await this.#fleet?.begin();
  }

  /** Resolves when all requests that have begun at this instance are in its log. */
  async logged(): Promise<void> {
    await this.#fleet?.logged();
  }

  get requests(): SharedRequests {
    if (!this.#requests) throw new Error('The share has not begun');
    return this.#requests;
  }

  /** Carries out a command, once for each key: `carryOut` is the command without sharing. */
  perform<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    carryOut: () => Reply<CommandOutput<Name>> | Promise<Reply<CommandOutput<Name>>>,
    key?: string,
  ): Promise<Reply<CommandOutput<Name>>> {
    if (!this.#commands) throw new Error('The share has not begun');
    return this.#commands.perform(name, input, carryOut, key);
  }

  get report(): ReplicaStatus['report'] {
    return this.#joined.status.report;
  }

  /** The instances, as consoles show them. */
  get state(): SharingState {
    return { engine: this.#options.address.url, ...this.#joined.status.shown };
  }

  /** A sentence that says what is shared and what is not. */
  get note(): string {
    const { url } = this.#options.address;
    return `Shared over ${url}: live records with their versions, sessions, fixtures, scenarios with the counters of their rules, settings, saved requests, snapshots, undo, the request log and expectations. Of its own, this instance has its addresses and its timeline. ${this.#fileNote}`;
  }

  get #fileNote(): string {
    const file = this.#open?.file;
    if (!file || file.mode === 'write') return `Edits are saved to ${basename(file?.path ?? '')}.`;
    return 'This instance saves nothing; an instance that has its workspace file open for writing does.';
  }

  /** Saves what is edited and leaves the other instances. What they edit meanwhile stays in the engine. */
  async close(): Promise<void> {
    this.#isEnding = true;
    await this.#open?.saver.settled();
    await this.#saved?.settled();
    await this.#fleet?.close();
    await this.#replica?.close();
  }

  get #name(): string {
    return this.#options.name ?? `${hostname()}:${process.pid}`;
  }

  /** True if this instance has the workspace file open for writing. */
  #saves(): boolean {
    return !this.#isEnding && this.#open?.file.mode === 'write';
  }

  get #joined(): Replica {
    if (!this.#replica) throw new Error('The share has not been joined');
    return this.#replica;
  }
}
