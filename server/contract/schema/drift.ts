import type { DriftCheck, SideRequest, SideResponse } from '../../domain/drift/drift.ts';

/** A finished comparison. */
export interface DriftRun {
  /** Unlike that of any other comparison. */
  readonly id: string;
  readonly upstream: string;
  /** Number of requests to each side. */
  readonly requests: number;
  readonly checks: readonly DriftCheck[];
}

/** A request to both sides and its responses, with secrets masked and long bodies cut. */
export interface ShownExchange {
  readonly number: number;
  readonly ours: ShownSide;
  readonly theirs: ShownSide;
}

export interface ShownSide {
  /** Null for a side that was not asked. */
  readonly request: SideRequest | null;
  /** Null for a side that gave no response. */
  readonly response: SideResponse | null;
}
