import type { Ledger } from './ledger.ts';
import type { ReferenceState, Runs, Saved } from './reference-state.ts';

/** The model beside the program. */
export interface Model {
  readonly state: ReferenceState;
  readonly ledger: Ledger;
  /** What the file may hold after a kill: its last content that was surely saved, and everything since. */
  files: Saved[];
  /** The tag of each list that a client has read, and what it was read from. */
  readonly lists: Map<string, { readonly of: string; readonly runs: Runs; readonly tag: string }>;
  /** The session of each request to /users/{userId} since the start of the program. */
  reads: (string | null)[];
  /** By name, whom an expectation is about and how many of the reads came before it. */
  expectations: Map<string, { readonly session: string | null; readonly from: number }>;
}
