import { basename } from 'node:path';
import type { WorkspaceBackup } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { RunWork } from '../domain/basics/work.ts';
import type { Jobs } from '../runtime/jobs.ts';
import { createWorkspaceFile, freeWorkspacePath } from '../store/create-workspace.ts';
import { nodeFileSystem } from '../store/file-system.ts';
import { openWorkspaceFile } from '../store/open-workspace.ts';
import { highestOf } from '../store/recovery-file.ts';
import { listBackups, offerBackups, restoreBackup } from '../store/workspace-backup.ts';
import { type OpenOptions, type OpenWorkspace, openWorkspace } from './open-workspace.ts';

/** A change of the open workspace: replaced by another one, read again from its file, or moved to another file. */
export interface WorkspaceChange {
  readonly kind: 'replaced' | 'reloaded' | 'moved';
  /** The workspace before the change; a move keeps it. */
  readonly before: OpenWorkspace;
  readonly now: OpenWorkspace;
}

/** Called during a change. The next change waits for its promise. */
type Observer = (change: WorkspaceChange) => Promise<unknown> | undefined;

/** Owns the open workspace. Only this class can replace it, one change at a time. */
export class CurrentWorkspace {
  readonly #options: OpenOptions;
  readonly #jobs: Jobs;
  readonly #observers = new Set<Observer>();
  #current: OpenWorkspace;
  /** Settles once all requested changes are made. */
  #queue: Promise<unknown> = Promise.resolve();
  /** The file that could not be opened last and has a backup. */
  #damaged: string | null = null;

  /** Runs long work in time slices. */
  readonly #run: RunWork = (work) => this.#options.scheduler.run(work);

  private constructor(current: OpenWorkspace, options: OpenOptions, jobs: Jobs) {
    this.#current = current;
    this.#options = options;
    this.#jobs = jobs;
  }

  /** Opens the first workspace. Refused with `invalid-workspace` or `unknown-scenario`. */
  static async open(path: string, options: OpenOptions, jobs: Jobs): Promise<Result<CurrentWorkspace>> {
    const opened = await openWorkspace(path, options);
    return opened.ok ? accept(new CurrentWorkspace(opened.value, options, jobs)) : opened;
  }

  get current(): OpenWorkspace {
    return this.#current;
  }

  onChange(observer: Observer): void {
    this.#observers.add(observer);
  }

  /** Replaces the open workspace, which is saved and closed. The path of the open file reloads it. */
  replace(path: string): Promise<Result<null>> {
    return this.#inOrder(() => this.#replace(path));
  }

  /** Reads fixtures, settings and scenarios again from the file. The active scenario stays active. */
  reload(): Promise<Result<null>> {
    return this.#inOrder(() => this.#reload());
  }

  /** Saves the workspace to another file from now on. */
  moveTo(path: string): Promise<Result<null>> {
    return this.#inOrder(() => this.#moveTo(path));
  }

  /**
   * Saves the workspace of a file of another format from now on beside it: `db.json` in `db.workspace.json`, or under the next
   * name that is free. Refused with `conflict` for a workspace that has its own file or writes none, with `read-only`
   * and with `save-failed` if the folder takes no file.
   */
  moveBeside(): Promise<Result<null>> {
    return this.#inOrder(async () => {
      const { path, mode } = this.#current.file;
      if (mode === 'import') return this.#moveTo(await freeWorkspacePath(path, this.#options.fs));
      return refuse(problem('conflict', `${basename(path)} is not a file that was imported.`));
    });
  }

  /**
   * Restores a backup, by default the latest, of the file that could not be opened last, and opens it. If every file could be
   * opened, the name of a backup is needed, and the open file is restored and reloaded. Refused with `conflict` without such
   * a file or name, with `read-only` and with `save-failed`.
   */
  restoreBackup(name?: string): Promise<Result<null>> {
    return this.#inOrder(async () => {
      const path = this.#damaged ?? (name === undefined ? null : this.#current.file.path);
      if (path === null) {
        return refuse(problem('conflict', 'No damaged workspace is waiting for its last good content.'));
      }
      const saved = this.#damaged === null ? await this.#saved() : accept(null);
      if (!saved.ok) return saved;
      const restored = await restoreBackup(path, name, this.#options.fs, this.#run);
      return restored.ok ? this.#replace(path) : restored;
    });
  }

  /** The valid backups of the open file, the latest first. */
  backups(): Promise<readonly WorkspaceBackup[]> {
    return listBackups(this.#current.file.path, this.#options.fs, this.#run);
  }

  /** Refused with `save-failed` or `read-only` if an edit remains unsaved. */
  async close(): Promise<Result<null>> {
    await this.#queue;
    return this.#current.close();
  }

  #inOrder<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(change);
    this.#queue = result.catch(() => {});
    return result;
  }

  /** Saves every edit of the open workspace. */
  async #saved(): Promise<Result<null>> {
    const { file, saver } = this.#current;
    return file.readOnly === null ? saver.settled() : refuse(problem('read-only', file.readOnly));
  }

  async #replace(path: string): Promise<Result<null>> {
    if (await this.#isOpen(path)) return this.#reload();
    const opened = await this.#open(path);
    if (!opened.ok) return this.#refuse(path, opened.problem);
    this.#damaged = null;
    await this.#editsDone();
    const before = this.#current;
    await Promise.all([this.#enter('replaced', opened.value), before.close()]);
    return accept(null);
  }

  async #reload(): Promise<Result<null>> {
    const { file } = this.#current;
    this.#damaged = null;
    // The trial reads the file without a lock, so a damaged file leaves everything as it is.
    const trial = await this.#open(file.path);
    if (!trial.ok) return file.readOnly === null ? this.#offerBackup(file.path, trial.problem) : trial;
    await trial.value.close();
    await this.#editsDone();
    await this.#current.saver.close();
    await this.#current.snapshots.flush();
    // Without a reserve beside the file, the versions given out are known here only.
    const above = file.mode === 'write' ? 0 : highestOf(this.#current.workspace.watermarks());
    let opened = await this.#open(file.path, above);
    if (opened.ok && file.isReserved) {
      // Versions were given out after the watermarks were stored. They are reserved: another look starts above them.
      await opened.value.close();
      opened = await this.#open(file.path);
    }
    if (!opened.ok) return opened;
    const before = this.#current;
    opened.value.workspace.activate(before.workspace.runs.active);
    // Beside a file that is only read, snapshots are not kept.
    if (file.mode !== 'write') opened.value.snapshots.replaceAll(before.snapshots.all);
    await Promise.all([this.#enter('reloaded', opened.value), before.close()]);
    return accept(null);
  }

  async #moveTo(path: string): Promise<Result<null>> {
    const { saver, workspace } = this.#current;
    if (await this.#isOpen(path)) return saver.overwrite();
    const created = await createWorkspaceFile(path, workspace.toWritten(), this.#options.fs);
    if (!created.ok) return created;
    const opened = await openWorkspaceFile(path, { fs: this.#options.fs, run: this.#run });
    if (!opened.ok) return opened;
    await saver.moveTo(opened.value.file);
    this.#current.snapshots.save();
    await this.#enter('moved', this.#current);
    return accept(null);
  }

  /** The trial of a reload cannot offer the backup, because the lock is not its own. */
  async #offerBackup(path: string, refusal: Problem): Promise<Result<null>> {
    return this.#refuse(path, await offerBackups(path, refusal, this.#options.fs, this.#run));
  }

  /** Remembers a damaged file with a backup for {@link restoreBackup}. */
  #refuse(path: string, refusal: Problem): Result<null> {
    this.#damaged = typeof refusal.backup === 'string' ? path : null;
    return refuse(refusal);
  }

  #open(path: string, above = 0): Promise<Result<OpenWorkspace>> {
    const { override } = this.#current.workspace;
    return openWorkspace(path, { ...this.#options, override, scenario: undefined, above, isServing: true });
  }

  /** Whether a path leads to the open file. */
  async #isOpen(path: string): Promise<boolean> {
    const { realpath } = this.#options.fs ?? nodeFileSystem;
    return (await realpath(path).catch(() => path)) === this.#current.file.path;
  }

  /** Waits for edits under way, so that they end in the workspace in which they began. */
  async #editsDone(): Promise<void> {
    await Promise.all([this.#current.history.settled(), this.#jobs.ended(['edit', 'import'])]);
  }

  async #enter(kind: WorkspaceChange['kind'], now: OpenWorkspace): Promise<void> {
    const change = { kind, before: this.#current, now };
    this.#current = now;
    await Promise.all([...this.#observers].map((observer) => observer(change)));
  }
}
