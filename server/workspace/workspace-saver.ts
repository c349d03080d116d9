import type { SaveState } from '../contract/schema/state.ts';
import type { Problem } from '../domain/basics/problem.ts';
import { accept, type Result } from '../domain/basics/result.ts';
import { encodeWorkspace } from '../store/formats/workspace-format.ts';
import type { WorkspaceFile } from '../store/workspace-file.ts';
import type { LiveWorkspace } from './live-workspace.ts';

/** Keeps the file what the workspace says, and says how that stands. */
export class WorkspaceSaver {
  readonly #file: WorkspaceFile;
  readonly #workspace: LiveWorkspace;
  readonly #changed: () => void;
  readonly #now: () => number;
  #state: SaveState = { state: 'saved', at: null };
  /** Number of the latest save; an older one's end says nothing about the newest edit. */
  #latest = 0;
  #savingMarks: Promise<Result<null, Problem>> | undefined;
  readonly #takeMarks = () => this.#workspace.marks();

  constructor(file: WorkspaceFile, workspace: LiveWorkspace, now: () => number, changed: () => void) {
    this.#file = file;
    this.#workspace = workspace;
    this.#now = now;
    this.#changed = changed;
    file.watch((problem) => this.#set(failed(problem)));
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Saves fixtures and settings soon; {@link state} tells when and whether it is done. */
  save(): void {
    void this.#save(false);
  }

  /** Saves now, also over what another program has put into the file. */
  overwrite(): Promise<Result<null, Problem>> {
    return this.#save(true);
  }

  /** Accepted once all is saved that was to be saved; refused where that cannot be. */
  settled(): Promise<Result<null, Problem>> {
    return this.#state.state === 'saved' ? Promise.resolve(accept(null)) : this.#save(false);
  }

  /** Stores which versions were given out; there is nothing to be seen of that unless it fails. */
  saveMarks(): void {
    if (this.#file.readOnly !== null) return;
    const saving = this.#file.saveMarks(this.#takeMarks);
    // Thousands of changes may be written together.
    if (saving === this.#savingMarks) return;
    this.#savingMarks = saving;
    this.#finish(saving, (saved) => !saved.ok);
  }

  /** The text that the file has, or would have after a save. */
  text(): string {
    return [...encodeWorkspace(this.#workspace.toWritten())].join('');
  }

  /** Writes what is not written yet and gives the file free. */
  close(): Promise<Result<null, Problem>> {
    return this.#file.close();
  }

  #save(overwrite: boolean): Promise<Result<null, Problem>> {
    this.#latest += 1;
    const current = this.#latest;
    this.#set({ state: 'saving' });
    const take = () => ({ workspace: this.#workspace.toWritten(), marks: this.#workspace.marks() });
    const saving = this.#file.save(take, { overwrite });
    this.#finish(saving, () => current === this.#latest);
    return saving;
  }

  #finish(saving: Promise<Result<null, Problem>>, tells: (saved: Result<null, Problem>) => boolean): void {
    void saving.then((saved) => {
      if (!tells(saved)) return;
      this.#set(saved.ok ? { state: 'saved', at: this.#now() } : failed(saved.problem));
    });
  }

  #set(state: SaveState): void {
    this.#state = state;
    this.#changed();
  }
}

function failed({ detail, reason }: Problem): SaveState {
  return { state: 'failed', reason: detail, changedOnDisk: reason === 'changed-on-disk' };
}
