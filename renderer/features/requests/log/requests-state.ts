import type { LogQuery } from './log-view.ts';

/** A note that is being edited. */
export interface EditedNote {
  /** Id of its request. */
  readonly id: number;
  /** When its request arrived: after another start of the host, the id may be that of another one. */
  readonly time: number;
  /** The note when the edit began. */
  readonly begun: string;
  /** `coming` until the field is there: the detail may have to be read first. */
  readonly stage: 'coming' | 'open';
}

/** What the view of the log shows. */
export interface RequestsState extends LogQuery {
  /** Key of the chosen line. */
  readonly chosen: string | null;
  /** Key of the line at the other end of a selected range; otherwise the chosen line. */
  readonly anchor: string | null;
  readonly editedNote: EditedNote | null;
  /** Ids of the two requests being compared. */
  readonly compared: readonly [number, number] | null;
}
