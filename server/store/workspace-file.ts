import { basename } from 'node:path';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { keepGeneration } from './backup-generations.ts';
import { Coalesced } from './coalesced.ts';
import {
  bytesOf,
  digestOf,
  type Fingerprint,
  isSealed,
  readWithFingerprint,
  saveFailure,
  writeDurably,
} from './durable-file.ts';
import type { FileLock } from './file-lock.ts';
import { type FileSystem, isSystemError, unlessMissing } from './file-system.ts';
import { encodeWorkspace, type WrittenWorkspace } from './formats/workspace-format.ts';
import { encodeRecovery, type Recovery, recoveryPath, type Watermarks } from './recovery-file.ts';
import type { VersionReserve } from './version-reserve.ts';

/** The stored parts of a workspace at one moment. They must not change while they are written. */
export interface SavedContent {
  readonly workspace: WrittenWorkspace;
  readonly watermarks: Watermarks;
}

/** Takes the content to be saved, once no change is half made. */
export type TakeContent = () => SavedContent | Promise<SavedContent>;

/**
 * How a workspace stands to its file. `write`: it is saved there. `read`: it should be, but cannot. `import`: the file has
 * another format. `memory`: the program was told to write nothing. `reason` is a sentence.
 */
export type FileAccess =
  | { readonly mode: 'write'; readonly lock: FileLock }
  | { readonly mode: 'read' | 'import' | 'memory'; readonly reason: string };

/** The access of a program that writes nothing beside or into the file, and takes no lock. */
export const inMemory = {
  mode: 'memory',
  reason: 'In memory: changes are not saved.',
} as const satisfies FileAccess;

export interface WorkspaceFileParts {
  readonly path: string;
  readonly access: FileAccess;
  /** Identifies the content that was read. */
  readonly fingerprint: Fingerprint;
  /** Work that must be done before the first save. */
  readonly preparing: Coalesced<void>;
  /** Null for a file that is only read. */
  readonly reserve: VersionReserve | null;
  readonly fs: FileSystem;
}

/** Milliseconds for which changes are collected before they are written. */
const editWait = 50;
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
  readonly #reserve: VersionReserve | null;
  readonly #writes = new Coalesced(() => this.#write());
  /** Identifies the content that this program last read or wrote. */
  #fingerprint: Fingerprint;
  /** Content to be written. */
  #content: TakeContent | null = null;
  #overwrite = false;
  /** Takes the content of the latest save; null before the first. */
  #saved: TakeContent | null = null;
  #isWriting = false;
  #unwatch = () => {};
  #closing: Promise<Result<null>> | null = null;

  constructor({ path, access, fingerprint, preparing, reserve, fs }: WorkspaceFileParts) {
    this.path = path;
    this.#access = access;
    this.#fingerprint = fingerprint;
    this.#preparing = preparing;
    this.#reserve = reserve;
    this.#fs = fs;
  }

  /** Why nothing can be saved, as a sentence, or null. */
  get readOnly(): string | null {
    return this.#access.mode === 'write' ? null : this.#access.reason;
  }

  get mode(): FileAccess['mode'] {
    return this.#access.mode;
  }

  /**
   * Saves the workspace and its watermarks. Accepted once the content of `take`, at the time of this call or later, is on disk.
   * Refused with `read-only`, and with `save-failed` once the file is closed or if another program has changed it, unless
   * `overwrite`.
   */
  async save(take: TakeContent, { overwrite = false } = {}): Promise<Result<null>> {
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
      const { digest } = this.#fingerprint;
      void this.#isForeign().then(
        (isForeign) => {
          // The content may be the one of a save that has begun meanwhile.
          if (isForeign && !this.#isWriting && this.#fingerprint.digest === digest) onChanged(this.#changedElsewhere());
        },
        // The next save reports a file that cannot be read.
        () => undefined,
      );
    };
    this.#fs.watchFile(this.path, { interval: watchInterval, persistent: false }, check);
    this.#unwatch = () => this.#fs.unwatchFile(this.path, check);
  }

  /** Fulfilled once the temporary files of killed processes are removed: files beside this one may be written from then on. */
  prepared(): Promise<void> {
    return this.#preparing.flush();
  }

  /** No version above this one was given out for the file; 0 for a file that is only read. */
  get highestVersion(): number {
    return this.#reserve?.highest ?? 0;
  }

  /** Whether versions were given out that no stored watermark knows. A start then begins above all reserved versions. */
  get isReserved(): boolean {
    return this.#reserve?.isHeld ?? false;
  }

  /**
   * Makes sure that no later process gives out this version. Call it before a record carries the version, also while the
   * file is closed. Versions of a file that is only read may repeat after a restart: nothing can be stored beside it.
   */
  claimVersion(version: number): void {
    this.#reserve?.claim(version);
  }

  /**
   * Writes unsaved content, also after a failed save, and the watermarks if versions were given out. Then releases the file
   * for other programs.
   */
  close(takeWatermarks?: () => Watermarks): Promise<Result<null>> {
    this.#closing ??= this.#close(takeWatermarks);
    return this.#closing;
  }

  /** Why the file cannot be written now. */
  #refusal(): Problem | undefined {
    if (this.readOnly !== null) return problem('read-only', this.readOnly);
    if (this.#closing === null) return undefined;
    return problem('save-failed', `${basename(this.path)} is closed and has not been written.`);
  }

  async #close(takeWatermarks: (() => Watermarks) | undefined): Promise<Result<null>> {
    this.#unwatch();
    await this.#preparing.flush();
    await this.#writes.flush();
    const written = this.#content ? await this.#write() : accept(null);
    const stored = takeWatermarks ? await this.#storeWatermarks(takeWatermarks) : accept(null);
    if (this.#access.mode === 'write') {
      if (this.#saved) await this.#keepBackup(this.#saved);
      await this.#access.lock.release();
    }
    return written.ok ? stored : written;
  }

  async #write(): Promise<Result<null>> {
    await this.#preparing.flush();
    const [take, overwrite] = [this.#content, this.#overwrite];
    this.#content = null;
    this.#overwrite = false;
    if (!take) return accept(null);
    this.#isWriting = true;
    const failure = await this.#writeBoth(take, overwrite);
    this.#isWriting = false;
    if (!failure) return accept(null);
    // The next save or the close tries again.
    this.#content ??= take;
    return refuse(failure);
  }

  /** Replaces the reservation of versions by the exact watermarks. */
  async #storeWatermarks(take: () => Watermarks): Promise<Result<null>> {
    if (!this.#reserve || !this.isReserved) return accept(null);
    const release = this.#reserve.release();
    const failure = await this.#writeRecovery({ of: this.#fingerprint, watermarks: take() });
    if (failure) return refuse(failure);
    release();
    return accept(null);
  }

  /**
   * Writes the workspace and its watermarks. The recovery file names the new and the old content before the new one is
   * written, so a start after a crash at any moment knows the content that it finds. The content is encoded once more for
   * that: two files in progress would leave two temporary files after a crash.
   */
  async #writeBoth(take: TakeContent, overwrite: boolean): Promise<Problem | undefined> {
    const { workspace, watermarks } = await take();
    try {
      if (!overwrite && (await this.#isForeign())) return this.#changedElsewhere();
    } catch (error) {
      return saveFailure(this.path, error);
    }
    const of = { digest: await digestOf(encodeWorkspace(workspace)), seal: null };
    const failure = await this.#writeRecovery({ of, before: this.#fingerprint.digest, watermarks });
    const written = await writeDurably(this.path, encodeWorkspace(workspace), this.#fs);
    const placed = written.ok ? written.value : written.problem.placed;
    if (placed) {
      this.#fingerprint = placed;
      this.#saved = take;
    }
    return written.ok ? failure : written.problem.problem;
  }

  #changedElsewhere(): Problem {
    const detail = `${basename(this.path)} was changed by another program and has not been overwritten.`;
    return problem('save-failed', detail, { reason: 'changed-on-disk' });
  }

  async #writeRecovery(recovery: Recovery): Promise<Problem | undefined> {
    const written = await writeDurably(recoveryPath(this.path), encodeRecovery(recovery), this.#fs);
    return written.ok ? undefined : written.problem.problem;
  }

  /** Backs up the saved content. If another program has replaced it since, it is taken from memory. */
  async #keepBackup(take: TakeContent): Promise<void> {
    try {
      const { bytes, fingerprint } = await readWithFingerprint(this.path, this.#fs);
      const isOwn = fingerprint.digest === this.#fingerprint.digest;
      const content = isOwn ? bytes : await bytesOf(encodeWorkspace((await take()).workspace));
      await keepGeneration(this.path, content, isOwn, this.#fs);
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }

  /** True if this program neither read nor wrote the present content. A missing file has no content. */
  async #isForeign(): Promise<boolean> {
    const known = this.#fingerprint;
    if (await unlessMissing(isSealed(this.path, known, this.#fs))) return false;
    const present = await unlessMissing(readWithFingerprint(this.path, this.#fs));
    if (!present) return false;
    if (present.fingerprint.digest !== known.digest) return true;
    // A save that has ended meanwhile knows the newer content.
    if (this.#fingerprint.digest === known.digest) this.#fingerprint = present.fingerprint;
    return false;
  }
}
