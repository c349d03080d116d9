import type { RunWork } from '../domain/basics/work.ts';
import type { WrittenWorkspace } from '../store/formats/workspace-format.ts';
import { saveScript } from './engine/scripts.ts';
import { fixturesDigest } from './fixtures-digest.ts';
import type { Replica } from './replica.ts';
import { writePatience } from './replica-status.ts';

/** Tells the engine which files this instance writes, so that instances can join with them. */
export class SavedFiles {
  readonly #replica: Replica;
  readonly #run: RunWork;
  readonly #uids: () => Readonly<Record<string, string>>;
  /** The end of the latest note. */
  #noted: Promise<unknown> = Promise.resolve();

  /** `uids` gives those of the collections whose names are others. */
  constructor(replica: Replica, run: RunWork, uids: () => Readonly<Record<string, string>>) {
    this.#uids = uids;
    this.#replica = replica;
    this.#run = run;
  }

  /** Notes a file before it is written; call the function that it resolves to once it is. The file is written in any case. */
  async note(content: WrittenWorkspace): Promise<() => void> {
    const { status } = this.#replica;
    const { epoch, revision } = status;
    const uids = JSON.stringify(this.#uids());
    const digest = await this.#run(fixturesDigest(content, ({ text }) => text));
    if (status.condition === 'live') await this.#send(epoch, digest, uids, '');
    return () => {
      this.#noted = this.#send(epoch, digest, uids, `${revision}`);
    };
  }

  /** Resolves once the latest file is noted, or cannot be. */
  async settled(): Promise<void> {
    await this.#noted;
  }

  async #send(epoch: number, ...args: readonly string[]): Promise<void> {
    const { meta, digests, log, uids } = this.#replica.keys;
    const connection = await this.#replica.live(writePatience);
    await connection?.script(saveScript, [meta, digests, log, uids], [`${epoch}`, ...args]).catch(() => {});
  }
}
