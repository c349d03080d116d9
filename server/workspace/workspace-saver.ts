import type { SaveState } from '../contract/schema/state.ts';
import { type LongText, LongTextWriter } from '../domain/basics/long-text.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import { encodeWorkspace, type WrittenWorkspace } from '../store/formats/workspace-format.ts';
import { highestOf } from '../store/recovery-file.ts';
import type { WorkspaceFile } from '../store/workspace-file.ts';
import type { LiveWorkspace } from './live-workspace.ts';

/** Saves the workspace to its file and reports the save state. */
export class WorkspaceSaver {
  readonly #workspace: LiveWorkspace;
  readonly #onChange: () => void;
  readonly #now: () => number;
  #file: WorkspaceFile;
  #state: SaveState = { state: 'saved', at: null };
  /** Number of the latest save; the result of an older one does not cover the newest edit. */
  #latest = 0;
  #hasUnsavedEdit = false;
  readonly #takeWatermarks = () => this.#workspace.watermarks();
  /** Is called before the file gets its content; the function that it resolves to, once the file has it. */
  onTake: (content: WrittenWorkspace) => Promise<() => void> = async () => () => {};
  #onSaved = () => {};
  /** Changes of many records that are under way. */
  readonly #changes = new Set<Promise<unknown>>();

  /** `now` returns milliseconds since 1970; `onChange` is called when {@link state} changes. */
  constructor(file: WorkspaceFile, workspace: LiveWorkspace, now: () => number, onChange: () => void) {
    this.#file = file;
    this.#workspace = workspace;
    this.#now = now;
    this.#onChange = onChange;
    workspace.onVersion = (version) => this.#file.claimVersion(version);
    this.#watch();
  }

  get file(): WorkspaceFile {
    return this.#file;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Saves fixtures and settings soon and updates {@link state}. */
  save(): void {
    void this.#save(false);
  }

  /** Follows a change that is made in time slices. Saves wait for its end, so that the file never has a part of it. */
  during<T>(change: Promise<T>): Promise<T> {
    this.#changes.add(change);
    const end = () => this.#changes.delete(change);
    void change.then(end, end);
    return change;
  }

  /** Saves now and overwrites the content of another program. */
  overwrite(): Promise<Result<null, Problem>> {
    return this.#save(true);
  }

  /** Accepted once every edit is saved; refused when one cannot be. */
  settled(): Promise<Result<null, Problem>> {
    return this.#state.state === 'saved' ? Promise.resolve(accept(null)) : this.#save(false);
  }

  /** The text of the file after a save. */
  *text(): Work<LongText> {
    const text = new LongTextWriter();
    for (const slice of encodeWorkspace(this.#workspace.toWritten())) {
      text.write(slice);
      yield;
    }
    return text.end();
  }

  /** Saves to another file from now on and closes the present one. */
  async moveTo(file: WorkspaceFile): Promise<void> {
    const before = this.#file;
    this.#file = file;
    // A file that is only read reserves no versions: those that it has given out are known to the workspace alone.
    file.claimVersion(Math.max(before.highestVersion, highestOf(this.#takeWatermarks())) + 1);
    this.#watch();
    // The new file lacks the watermarks and the latest edits.
    this.save();
    await before.close(this.#takeWatermarks);
  }

  /**
   * Writes unsaved changes and releases the file. Refused with `save-failed` or `read-only` if an edit remains unsaved, except
   * for an imported file and in memory, where edits are never saved.
   */
  async close(): Promise<Result<null, Problem>> {
    const { readOnly, mode } = this.#file;
    const closed = await this.#file.close(this.#takeWatermarks);
    if (!this.#hasUnsavedEdit || mode === 'import' || mode === 'memory') return accept(null);
    return readOnly === null ? closed : refuse(problem('read-only', readOnly));
  }

  #watch(): void {
    this.#file.watch((problem) => this.#set(failed(problem)));
  }

  #save(overwrite: boolean): Promise<Result<null, Problem>> {
    this.#latest += 1;
    const current = this.#latest;
    this.#hasUnsavedEdit = true;
    this.#set({ state: 'saving' });
    const take = async () => {
      while (this.#changes.size > 0) await Promise.allSettled(this.#changes);
      const content = { workspace: this.#workspace.toWritten(), watermarks: this.#workspace.watermarks() };
      this.#onSaved = await this.onTake(content.workspace);
      return content;
    };
    const saving = this.#file.save(take, { overwrite });
    void saving.then((saved) => {
      if (current !== this.#latest) return;
      if (saved.ok) this.#hasUnsavedEdit = false;
      if (saved.ok) this.#onSaved();
      this.#set(saved.ok ? { state: 'saved', at: this.#now() } : failed(saved.problem));
    });
    return saving;
  }

  #set(state: SaveState): void {
    this.#state = state;
    this.#onChange();
  }
}

function failed({ detail, reason }: Problem): SaveState {
  return { state: 'failed', reason: detail, changedOnDisk: reason === 'changed-on-disk' };
}
