import type { Work } from '../basics/work.ts';

export type Step = 'undo' | 'redo';

/** An edit as the console lists it. */
export interface HistoryEntry {
  /** Grows from edit to edit. */
  readonly id: number;
  readonly label: string;
  readonly records: number;
  /** The first record that it changed; null if it changed none. */
  readonly first: { readonly collection: string; readonly id: string } | null;
  /** Id of the console that made it, or null. */
  readonly by: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** False for an edit that was undone and can be redone. */
  readonly isDone: boolean;
}

/** Whether an edit may be undone or redone, for the person who asks for it. */
export type Consent = (edit: HistoryEntry) => boolean;

/** An edit on which several instances have to agree before it is made. */
export interface ProposedEdit {
  /** Does work as a part of the edit. */
  inSlices<T>(work: Work<T>): Work<T>;
  /** Proposes that the edit is remembered under a label, as one of that console. */
  remember(edit: { readonly label: string; readonly by?: string | undefined }): void;
  /** Proposes that another edit is undone or redone. */
  move(step: Step, id: number): void;
}
