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

/** The stored parts of a workspace at one moment. They must not change while they are written. */
export interface SavedContent {
  readonly workspace: WrittenWorkspace;
  readonly watermarks: CollectionWatermarks;
}

/** Whether the file may be written; if not, `reason` is a sentence. A file of another format is imported and never written. */
export type FileAccess =
  | { readonly mode: 'write'; readonly lock: FileLock }
  | { readonly mode: 'read'; readonly reason: string; readonly isImported?: boolean };

export interface WorkspaceFileParts {
  readonly path: string;
  readonly access: FileAccess;
  /** Identifies the content that was read. */
  readonly fingerprint: Fingerprint;
  /** Work that must be done before the first save. */
  readonly preparing: Coalesced<void>;
  readonly fs: FileSystem;
}

/** Milliseconds for which changes are collected before they are written. */
const editWait = 50;
const watermarksWait = 250;
const longestWatermarksWait = 5000;
/** The share of time that writing watermarks may take. Every write stores all of them, so many records make it rarer. */
const shareForWatermarks = 1 / 20;
/** Milliseconds between two checks for changes by another program. */
const watchInterval = 1000;

/**
 * An open workspace file. Takes the content at the moment of writing, so quick changes are written together and a write
 * always stores the newest state. One write at a time.
 */
export class WorkspaceFile {
  /** The real path: links are followed. */
  readonly path: string;
  readonly #access: FileAccess;
  readonly #fs: FileSystem;
  readonly #preparing: Coalesced<void>;
  readonly #writes = new Coalesced(() => this.#write());
  /** Identifies the content that this program last read or wrote. */
  #fingerprint: Fingerprint;
  /** Content to be written. */
  #content: (() => SavedContent) | null = null;
  #watermarks: (() => CollectionWatermarks) | null = null;
  /** Duration of the latest write in milliseconds. */
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

  get isImported(): boolean {
    return this.#access.mode === 'read' && this.#access.isImported === true;
  }

  /**
   * Saves the workspace and its watermarks. Accepted once the content of `take`, at the time of this call or later, is on disk.
   * Refused with `read-only`, and with `save-failed` once the file is closed or if another program has changed it, unless
   * `overwrite`.
   */
  async save(take: () => SavedContent, { overwrite = false } = {}): Promise<Result<null>> {
    const refusal = this.#refusal();
    if (refusal) return refuse(refusal);
    this.#content = take;
    this.#overwrite ||= overwrite;
    return this.#writes.request(editWait);
  }

  /** Calls back when another program changes the file, until it is closed. Does nothing for a read-only file. */
  watch(onChanged: (problem: Problem) => void): void {
    if (this.readOnly !== null) return;
    const check = () => {
      // During a write the fingerprint is older than the file.
      if (this.#isWriting) return;
      void this.#isForeign().then(
        (isForeign) => isForeign && onChanged(this.#changedElsewhere()),
        // The next save reports a file that cannot be read.
        () => undefined,
      );
    };
    watchFile(this.path, { interval: watchInterval, persistent: false }, check);
    this.#unwatch = () => unwatchFile(this.path, check);
  }

  /**
   * Saves the watermarks alone, after changes of the live state, which the file does not hold. Calls that share a write get
   * the same promise.
   */
  saveWatermarks(take: () => CollectionWatermarks): Promise<Result<null>> {
    const refusal = this.#refusal();
    if (refusal) return Promise.resolve(refuse(refusal));
    // Only the first of thousands of changes between two writes requests one.
    if (this.#watermarks === take && this.#writes.waiting) return this.#writes.waiting;
    this.#watermarks = take;
    const wait = Math.max(watermarksWait, this.#latestTook / shareForWatermarks);
    return this.#writes.request(Math.min(wait, longestWatermarksWait));
  }

  /** Writes unsaved content, also after a failed save, and releases the file for other programs. */
  close(): Promise<Result<null>> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Why the file cannot be written now. */
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
    // The next save or the close tries again.
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

  /** Backs up the saved content, unless another program has changed it since. */
  async #keepBackup(): Promise<void> {
    try {
      const { bytes, fingerprint } = await readWithFingerprint(this.path, this.#fs);
      if (fingerprint.digest === this.#fingerprint.digest) await backUp(this.path, bytes, this.#fs);
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }

  /** True if this program neither read nor wrote the present content. A missing file has no content. */
  async #isForeign(): Promise<boolean> {
    const stamp = await unlessMissing(readStamp(this.path, this.#fs));
    if (stamp === undefined || stamp === this.#fingerprint.stamp) return false;
    const { fingerprint } = await readWithFingerprint(this.path, this.#fs);
    if (fingerprint.digest !== this.#fingerprint.digest) return true;
    this.#fingerprint = fingerprint;
    return false;
  }
}
