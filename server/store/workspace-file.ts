import { unwatchFile, watchFile } from 'node:fs';
import { basename } from 'node:path';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { Coalesced } from './coalesced.ts';
import { type Fingerprint, readStamp, readWithFingerprint, saveFailure, writeDurably } from './durable-file.ts';
import type { FileLock } from './file-lock.ts';
import { type FileSystem, isSystemError, unlessMissing } from './file-system.ts';
import { encodeWorkspace, type WrittenWorkspace } from './formats/workspace-format.ts';
import { type CollectionWatermarks, encodeRecovery, recoveryPath } from './recovery-file.ts';
import { backUp } from './workspace-backup.ts';

/** All that is stored of a workspace at one moment. It must stay as it is while it is written. */
export interface SavedContent {
  readonly workspace: WrittenWorkspace;
  readonly watermarks: CollectionWatermarks;
}

/** Whether the file may be written, or a sentence that says why not. */
export type FileAccess =
  | { readonly mode: 'write'; readonly lock: FileLock }
  | { readonly mode: 'read'; readonly reason: string };

export interface WorkspaceFileParts {
  readonly path: string;
  readonly access: FileAccess;
  /** The content that was read. */
  readonly fingerprint: Fingerprint;
  /** Puts on disk what must be there before anything is saved. */
  readonly preparing: Coalesced<void>;
  readonly fs: FileSystem;
}

/** Milliseconds for which changes are collected before they are written. */
const editWait = 50;
const watermarksWait = 250;
const longestWatermarksWait = 5000;
/** Milliseconds between two looks whether another program has changed the file. */
const watchInterval = 1000;
/** CollectionWatermarks are written all together, so where many records have changed they wait until it is worth it. */
const shareForWatermarks = 1 / 20;

/**
 * An open workspace file. What is saved is taken at the moment of writing, so changes that come in quickly are written
 * together, and the newest state is always the one that is written. One write at a time.
 */
export class WorkspaceFile {
  /** Where the file is, links followed. */
  readonly path: string;
  readonly #access: FileAccess;
  readonly #fs: FileSystem;
  readonly #preparing: Coalesced<void>;
  readonly #writes = new Coalesced(() => this.#write());
  /** What the file has, as far as this program knows. */
  #fingerprint: Fingerprint;
  /** What has to be written yet. */
  #content: (() => SavedContent) | null = null;
  #watermarks: (() => CollectionWatermarks) | null = null;
  /** Milliseconds that the latest write took. */
  #latestTook = 0;
  #overwrite = false;
  #saved = false;
  #isWriting = false;
  #unwatch = () => {};
  #closing: Promise<Result<null>> | null = null;

  constructor({ path, access, fingerprint, preparing, fs }: WorkspaceFileParts) {
    this.path = path;
    this.#access = access;
    this.#fingerprint = fingerprint;
    this.#preparing = preparing;
    this.#fs = fs;
  }

  /** Why nothing can be saved, as a sentence, or null. */
  get readOnly(): string | null {
    return this.#access.mode === 'read' ? this.#access.reason : null;
  }

  /**
   * Saves the workspace and its watermarks. Accepted means that what `take` gives, or would have given at the time of the call,
   * is on disk. Refused with `read-only`, and with `save-failed` once the file is closed or when another program has
   * changed it since it was read or written here, unless `overwrite`.
   */
  async save(take: () => SavedContent, { overwrite = false } = {}): Promise<Result<null>> {
    const refusal = this.#refusal();
    if (refusal) return refuse(refusal);
    this.#content = take;
    this.#overwrite ||= overwrite;
    return this.#writes.request(editWait);
  }

  /** Calls back when another program has changed the file, until it is closed; never for one that may not be written. */
  watch(onChanged: (problem: Problem) => void): void {
    if (this.readOnly !== null) return;
    const look = () => {
      // While it is written here, the file is ahead of what is known of it.
      if (this.#isWriting) return;
      void this.#isForeign().then(
        (isForeign) => isForeign && onChanged(this.#changedElsewhere()),
        // A file that cannot be read now says so when it is saved.
        () => undefined,
      );
    };
    watchFile(this.path, { interval: watchInterval, persistent: false }, look);
    this.#unwatch = () => unwatchFile(this.path, look);
  }

  /**
   * Saves the marks alone: what has to be done after changes of the live state, which the file does not hold. The same
   * promise for all who ask for what is written together.
   */
  saveWatermarks(take: () => CollectionWatermarks): Promise<Result<null>> {
    const refusal = this.#refusal();
    if (refusal) return Promise.resolve(refuse(refusal));
    // Of thousands of changes between two writes only the first has to ask.
    if (this.#watermarks === take && this.#writes.waiting) return this.#writes.waiting;
    this.#watermarks = take;
    const worthIt = this.#latestTook / shareForWatermarks;
    return this.#writes.request(Math.min(Math.max(watermarksWait, worthIt), longestWatermarksWait));
  }

  /** Writes what has to be written yet, also after a failure, and releases the file for other programs. */
  close(): Promise<Result<null>> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Why nothing may be written now. */
  #refusal(): Problem | undefined {
    if (this.readOnly !== null) return problem('read-only', this.readOnly);
    if (this.#closing === null) return undefined;
    return problem('save-failed', `${basename(this.path)} is closed and has not been written.`);
  }

  async #close(): Promise<Result<null>> {
    this.#unwatch();
    await this.#preparing.flush();
    await this.#writes.flush();
    const last = this.#content || this.#watermarks ? await this.#write() : accept(null);
    if (this.#access.mode === 'write') {
      if (this.#saved) await this.#keepBackup();
      await this.#access.lock.release();
    }
    return last;
  }

  async #write(): Promise<Result<null>> {
    await this.#preparing.flush();
    const [take, takeWatermarks, overwrite] = [this.#content, this.#watermarks, this.#overwrite];
    this.#content = null;
    this.#watermarks = null;
    this.#overwrite = false;
    const content = take?.();
    const began = performance.now();
    this.#isWriting = true;
    const failures = [
      content && (await this.#writeWorkspace(content.workspace, overwrite)),
      await this.#writeWatermarks(content?.watermarks ?? takeWatermarks?.()),
    ];
    this.#isWriting = false;
    this.#latestTook = performance.now() - began;
    const failure = failures.find((problem) => problem !== undefined);
    if (!failure) return accept(null);
    // What was not written stays to be written, with the next change or at the end.
    this.#content ??= take;
    this.#watermarks ??= takeWatermarks;
    return refuse(failure);
  }

  async #writeWorkspace(workspace: WrittenWorkspace, overwrite: boolean): Promise<Problem | undefined> {
    try {
      if (!overwrite && (await this.#isForeign())) return this.#changedElsewhere();
    } catch (error) {
      return saveFailure(this.path, error);
    }
    const written = await writeDurably(this.path, encodeWorkspace(workspace), this.#fs);
    const placed = written.ok ? written.value : written.problem.placed;
    if (placed) {
      this.#fingerprint = placed;
      this.#saved = true;
    }
    return written.ok ? undefined : written.problem.problem;
  }

  #changedElsewhere(): Problem {
    const detail = `${basename(this.path)} was changed by another program and has not been overwritten.`;
    return problem('save-failed', detail, { reason: 'changed-on-disk' });
  }

  async #writeWatermarks(watermarks: CollectionWatermarks | undefined): Promise<Problem | undefined> {
    if (!watermarks) return undefined;
    const text = encodeRecovery({ of: this.#fingerprint, watermarks });
    const written = await writeDurably(recoveryPath(this.path), text, this.#fs);
    return written.ok ? undefined : written.problem.problem;
  }

  /** Keeps what was saved last, unless somebody else has changed it since. */
  async #keepBackup(): Promise<void> {
    try {
      const { bytes, fingerprint } = await readWithFingerprint(this.path, this.#fs);
      if (fingerprint.digest === this.#fingerprint.digest) await backUp(this.path, bytes, this.#fs);
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }

  /** Whether the file has a content that this program neither read nor wrote. A file that is gone has none. */
  async #isForeign(): Promise<boolean> {
    const stamp = await unlessMissing(readStamp(this.path, this.#fs));
    if (stamp === undefined || stamp === this.#fingerprint.stamp) return false;
    const { fingerprint } = await readWithFingerprint(this.path, this.#fs);
    if (fingerprint.digest !== this.#fingerprint.digest) return true;
    this.#fingerprint = fingerprint;
    return false;
  }
}
