import type { CollectionFields, RequestDetail, SentRequest } from '../../../../server/contract/schema/output.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { SavedRequest } from '../../../../server/domain/workspace/workspace.ts';
import type { Seen } from './conditions.ts';
import type { Conflict } from './conflict.ts';
import type { Crawl } from './crawl.ts';
import type { Draft } from './draft.ts';

/** A sent request with its response. */
export interface Sending {
  readonly number: number;
  readonly draft: Draft;
  readonly sent: SentRequest;
  /** Its log entry; null while it is being read, or if the log has none. */
  readonly detail: RequestDetail | null;
}

export interface TryItState {
  readonly draft: Draft;
  /** The saved request that the draft started from. */
  readonly origin: Pick<SavedRequest, 'name' | 'note'> | null;
  /** Counts complete replacements of the draft, so that the editors drop their local state. */
  readonly opened: number;
  /** The request whose response is awaited; null for none. */
  readonly awaited: Draft | null;
  /** Why the last request could not be sent, or null. */
  readonly refusal: string | null;
  /** The exchange that is shown; null before the first. */
  readonly shown: Sending | null;
  /** Requests sent since the console opened, newest first. */
  readonly history: readonly Sending[];
  /** Last seen validators by resource. */
  readonly seen: Readonly<Record<string, Seen>>;
  /** Records as last read, by resource: the base of a change. */
  readonly records: Readonly<Record<string, JsonObject>>;
  readonly fields: Readonly<Record<string, CollectionFields>>;
  readonly crawl: Crawl | null;
  readonly conflict: Conflict | null;
}

/** The saved part of an unsent request. */
export type Unsent = Pick<TryItState, 'draft' | 'origin'>;
