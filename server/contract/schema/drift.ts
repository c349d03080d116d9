import { z } from 'zod';
import type { DriftCheck, SideRequest, SideResponse } from '../../domain/drift/drift.ts';
import { collection, text } from './input.ts';

/** What to compare with which service. */
export const driftInput = {
  /** The service; without it, the upstream. */
  url: text.optional(),
  /** Header lines for the service, such as its credentials. They are in no result and no report. */
  headers: z
    .array(z.tuple([z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/)]))
    .max(50)
    .readonly()
    .optional(),
  collections: z.array(collection).min(1).readonly().optional(),
  /** True: also writes, on records that are made for it and deleted afterwards. */
  writes: z.boolean().optional(),
  /** The most requests a second to the service; by default 10, and 100 to a service on this machine. */
  rate: z.number().min(0.1).max(1000).optional(),
};

const input = z.strictObject(driftInput);
export type DriftInput = z.infer<typeof input>;

/** A finished comparison. */
export interface DriftRun {
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
