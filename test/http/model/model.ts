import type { Ledger } from './ledger.ts';
import type { ReferenceState, Saved } from './reference-state.ts';

/** The model beside the program. */
export interface Model {
  readonly state: ReferenceState;
  readonly ledger: Ledger;
  /** What the file may hold after a kill: its last content that was surely saved, and everything since. */
  files: Saved[];
}
