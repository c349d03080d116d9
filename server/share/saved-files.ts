import { setTimeout as sleep } from 'node:timers/promises';
import type { RunWork } from '../domain/basics/work.ts';
import type { WrittenWorkspace } from '../store/formats/workspace-format.ts';
import { ask } from './engine/ask.ts';
import { saveScript } from './engine/scripts.ts';
import { fixturesDigest } from './fixtures-digest.ts';
import type { Replica } from './replica.ts';

/** Milliseconds before a file is noted again that the engine has not taken. */
const pause = 500;

/** Tells the engine which files this instance writes, so that instances can join with them. */
export class SavedFiles {
  readonly #replica: Replica;
  readonly #run: RunWork;
  readonly #uids: () => Readonly<Record<string, string>>;
  /** The end of the latest note, and how many there have been. */
  #noted: Promise<unknown> = Promise.resolve();
  #notes = 0;
  #isEnding = false;

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
    const args = [`${epoch}`, digest, uids];
    // While the engine is away, the file does not wait for it.
    if (status.condition !== 'away') await this.#send([...args, '']);
    return () => {
      this.#notes += 1;
      this.#noted = this.#noteUntilKnown([...args, `${revision}`], this.#notes);
    };
  }

  /** Resolves once the latest file is noted, or cannot be within the patience of a write. No file is written afterwards. */
  async settled(): Promise<void> {
    this.#isEnding = true;
    await this.#noted;
  }

  /** An instance that starts with a file that the engine does not know is refused, so the note waits until the engine is back. */
  async #noteUntilKnown(args: readonly string[], note: number): Promise<void> {
    for (;;) {
      const isKnown = await this.#send(args);
      if (isKnown || this.#isEnding || note < this.#notes) return;
      await sleep(pause);
    }
  }

  async #send(args: readonly string[]): Promise<boolean> {
    const { meta, digests, log, uids } = this.#replica.keys;
    return (await ask(this.#replica, saveScript, [meta, digests, log, uids], () => args)).ok;
  }
}
