import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { Connection, EngineSilence, reasonOf } from './engine/connection.ts';
import { writePatience } from './engine/patience.ts';
import { instanceLifetime, type Keys, keysOf } from './engine/scripts.ts';
import type { ShareAddress } from './engine/share-address.ts';
import { decodeEntry, type LogEntry } from './entries/log-entry.ts';
import { stagedChanges } from './entries/staged-change.ts';
import { type Instance, type Joined, load, loadPatience, Membership, type Mock } from './membership.ts';
import type { PendingDecision, ReplicaState } from './replica-state.ts';
import { ReplicaStatus } from './replica-status.ts';

export interface ReplicaOptions extends Mock {
  readonly address: ShareAddress;
  /** A text about this instance for the others. */
  readonly name: string;
  /** True if this instance saves the fixtures to its workspace file. */
  readonly saves: () => boolean;
  /** Is called with a sentence when the state of the connection changes, and with every loss. */
  readonly onNews: (sentence: string) => void;
}

/** Milliseconds for which an instance that starts tries again while the engine is silent. */
const joinPatience = 8000;

const beatInterval = 1000;
const firstPause = 50;
const longestPause = 1000;

/** Another epoch has begun, or the engine has forgotten revisions: join again. */
class Outdated extends Error {}

/** Follows the log of all instances and applies it. */
export class Replica {
  readonly id = randomUUID();
  readonly #options: ReplicaOptions;
  readonly keys: Keys;
  readonly #membership: Membership;
  #state: ReplicaState | undefined;
  #connection: Connection | undefined;
  readonly status = new ReplicaStatus();
  /** The uids of collections of the file whose names are others. */
  uids: Joined['uids'] = {};
  /** The decisions of this instance whose entries may come, by command. */
  readonly pending = new Map<string, PendingDecision>();
  /** Identifies the fixtures with which this instance begins anew, should the engine forget the mock. */
  #digest: string;
  /** The ids of the live instances, as of the latest second. */
  members: readonly string[] = [];
  /** Is called with each connection once the instance is live over it. */
  onLive: (connection: Connection) => void = () => {};
  /** True once the state was read whole. */
  #isLoaded = false;
  #isClosed = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.keys = keysOf(options.workspace);
    this.#membership = new Membership(this.keys, options.address);
    this.#digest = options.digest;
  }

  /** Joins or begins the mock. Refused with `share-refused` if live instances have other fixtures, or without an engine. */
  async join(): Promise<Result<number>> {
    const deadline = performance.now() + joinPatience;
    for (;;) {
      try {
        this.#connection = await Connection.open(this.#options.address);
        const refusal = await this.#join(this.#connection);
        if (refusal === null) return accept(this.status.epoch);
        this.#connection.close();
        return refuse(problem('share-refused', refusal));
      } catch (error) {
        this.#connection?.close();
        // Many instances that start together keep a small machine, and so the engine, busy for seconds.
        if (error instanceof EngineSilence && performance.now() < deadline) continue;
        const detail = `The live state cannot be shared over ${this.#options.address.url}: ${reasonOf(error)}.`;
        return refuse(problem('share-refused', detail));
      }
    }
  }

  /**
   * Loads what differs from the fixtures, then follows the log until {@link close}. Call it after {@link join}. Refused with
   * `share-refused` if the engine goes away meanwhile.
   */
  async begin(state: ReplicaState): Promise<Result<null>> {
    this.#state = state;
    this.#ended = this.#run();
    const deadline = performance.now() + loadPatience;
    do {
      if (await this.status.live(instanceLifetime)) return accept(null);
      // On a slow machine, reading a hundred thousand records takes longer.
    } while (this.status.condition === 'loading' && performance.now() < deadline);
    await this.close();
    return refuse(problem('share-refused', this.status.away()));
  }

  /** Catches up with everything that was committed before this call. False if the engine cannot be asked. */
  async catchUp(): Promise<boolean> {
    const deadline = performance.now() + writePatience;
    while (await this.status.live(deadline - performance.now())) {
      const heard = this.#connection && (await this.#beat(this.#connection).catch(() => undefined));
      const isCurrent = heard && !heard.isOutdated && heard.epoch === this.status.epoch;
      if (isCurrent) return this.status.reached(heard.epoch, heard.revision);
      await sleep(1);
    }
    return false;
  }

  /** The connection once the instance is live; undefined if it is not within so many milliseconds. */
  async live(milliseconds: number): Promise<Connection | undefined> {
    const deadline = performance.now() + milliseconds;
    while (await this.status.live(deadline - performance.now())) {
      if (this.#connection?.isOpen) return this.#connection;
      // It has just ended; the status follows in a moment.
      if (performance.now() >= deadline) return undefined;
      await sleep(1);
    }
    return undefined;
  }

  /** Applies a decision of this instance without waiting for the log, if it is the next entry. */
  applyNext(own: PendingDecision, epoch: number, revision: number): void {
    const { status } = this;
    // What has to be prepared is applied where the log is followed.
    if (own.entry.staged) return;
    const isNext = status.condition === 'live' && status.epoch === epoch && status.revision + 1 === revision;
    if (!isNext) return;
    own.around(() => this.#state?.apply(own.entry, revision, own.changes));
    this.#advance(own.entry, revision);
  }

  /** Joins again: another epoch may have begun. */
  rejoin(): void {
    this.#connection?.end(new Outdated('another epoch has begun'));
  }

  /** Leaves the mock. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#membership.leave(this.id, this.#connection);
    this.#connection?.close();
    this.status.close();
    await this.#ended;
  }

  async #run(): Promise<void> {
    let pause = firstPause;
    let connection = this.#connection;
    while (!this.#isClosed) {
      try {
        if (!connection) {
          connection = await Connection.open(this.#options.address);
          if (this.#isClosed) return connection.close();
          this.#connection = connection;
          const refusal = await this.#join(connection);
          if (refusal !== null) throw new Error(refusal);
        }
        await this.#follow(connection);
        pause = firstPause;
      } catch (error) {
        // It leaves over this connection.
        if (this.#isClosed) return;
        if (this.status.condition === 'live') pause = firstPause;
        connection?.close();
        connection = undefined;
        this.#connection = undefined;
        this.#leaveLive(error);
        if (!(error instanceof Outdated)) {
          await sleep(pause * (0.5 + Math.random()));
          pause = Math.min(longestPause, pause * 2);
        }
      }
    }
  }

  #leaveLive(error: unknown): void {
    const isNews = this.status.condition !== 'away';
    this.status.reason = reasonOf(error);
    const isOutdated = error instanceof Outdated;
    this.status.enter(isOutdated ? 'loading' : 'away');
    const sentence = `The engine of the shared state is away: ${this.status.reason}. Reads go on, writes get 503.`;
    if (isNews && !isOutdated) this.#options.onNews(sentence);
  }

  /** Null once joined; else why not, as a sentence. */
  async #join(connection: Connection): Promise<string | null> {
    const highestVersion = this.#state?.highestVersion() ?? 0;
    const position = { epoch: this.status.epoch, revision: this.status.revision, highestVersion };
    const mock = { ...this.#options, digest: this.#digest };
    const joined = await this.#membership.join(connection, mock, position, this.#self);
    if ('refusal' in joined) return joined.refusal;
    if (this.#state) return null;
    this.status.epoch = joined.epoch;
    this.uids = joined.uids;
    return null;
  }

  get #self(): Instance {
    return { id: this.id, name: this.#options.name, revision: this.status.revision, saves: this.#options.saves() };
  }

  /** Follows the log until something breaks. */
  async #follow(connection: Connection): Promise<void> {
    const beats = setInterval(() => void this.#beat(connection).catch(() => {}), beatInterval);
    try {
      const { epoch } = await this.#beat(connection);
      if (this.status.condition !== 'live' || epoch !== this.status.epoch) {
        if (epoch !== this.status.epoch || !this.#isLoaded) await this.#load(connection, epoch);
        const wasAway = this.status.condition === 'away';
        this.status.enter('live');
        if (wasAway) this.#options.onNews('The engine of the shared state is back.');
      }
      this.onLive(connection);
      while (!this.#isClosed) {
        const { status } = this;
        const read = await connection.entriesAfter(this.keys.log, status.epoch, status.revision);
        for (const { epoch, revision, text } of read) {
          // The mock has begun anew, maybe with other fixtures, and its log has grown beyond the one that was read.
          if (epoch !== status.epoch) throw new Outdated('another epoch has begun');
          if (revision <= status.revision) continue;
          const next = revision === status.revision + 1 ? decodeEntry(text) : null;
          if (!next || !(await this.#apply(connection, revision, next))) {
            status.condition = 'loading';
            await this.#load(connection, status.epoch);
            status.enter('live');
            break;
          }
        }
      }
    } finally {
      clearInterval(beats);
    }
  }

  async #load(connection: Connection, epoch: number): Promise<void> {
    const state = this.#state;
    if (!state) throw new Error('The replica has not begun');
    const loaded = await this.status.whilePreparing(async () => {
      const read = await load(connection, this.keys, (work) => state.run(work));
      if (read.epoch === 0) throw new Outdated('the engine has forgotten the mock');
      // Its fixtures may be others: join it first.
      if (read.epoch !== epoch) throw new Outdated('another epoch has begun');
      await state.restart(read);
      return read;
    });
    const lost = loaded.epoch === this.status.epoch ? 0 : Math.max(0, this.status.revision - loaded.began);
    if (lost > 0) {
      this.status.lost += lost;
      const changes = lost === 1 ? 'The latest change is' : `The latest ${lost} changes are`;
      this.#options.onNews(`The engine of the shared state has lost data. ${changes} gone.`);
    }
    if (loaded.savedDigest !== undefined) this.#digest = loaded.savedDigest;
    this.status.load(loaded);
    this.#isLoaded = true;
  }

  /** False for a large change whose records are forgotten. */
  async #apply(connection: Connection, revision: number, entry: LogEntry): Promise<boolean> {
    const own = this.pending.get(entry.command);
    let apply = () => this.#state?.apply(entry, revision, own?.changes);
    const { staged } = entry;
    if (staged) {
      const make = await this.status.whilePreparing(async () => {
        const changes = await stagedChanges(connection, this.keys, staged, own?.changes);
        return changes && this.#state?.prepare(entry, revision, changes);
      });
      if (!make) return false;
      apply = make;
    }
    if (own) own.around(apply);
    else apply();
    this.#advance(entry, revision);
    return true;
  }

  #advance(entry: LogEntry, revision: number): void {
    if (entry.saved !== undefined) this.#digest = entry.saved;
    this.status.advance(entry, revision);
  }

  /** Joins again if the engine's epoch or revision is not as expected. */
  async #beat(connection: Connection) {
    // The log, which comes over another connection, may overtake the answer.
    const asked = { epoch: this.status.epoch, revision: this.status.revision };
    const heard = await this.#membership.beat(connection, this.#self, this.#state?.usedSessions() ?? []);
    const known = heard.instances.map(({ id, name, revision, saves }) => {
      return { name, saves, isThis: id === this.id, behind: Math.max(0, heard.revision - revision) };
    });
    this.members = heard.instances.map(({ id }) => id);
    this.status.meet(known.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
    const isOutdated = heard.epoch !== asked.epoch || heard.revision < asked.revision;
    if (this.status.condition === 'live' && this.status.epoch === asked.epoch && isOutdated) this.rejoin();
    return { ...heard, isOutdated };
  }
}
