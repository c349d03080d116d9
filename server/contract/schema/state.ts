import type { JsonObject } from '../../domain/json/json.ts';
import type { Settings } from '../../domain/model/settings.ts';
import type { Scenario } from '../../domain/scenario/scenario.ts';
import type { SavedRequest } from '../../domain/workspace/workspace.ts';

/**
 * What the console shows without asking for pages: small, replaced slice by slice. The host is the only one that
 * changes it; the renderer's mirror is a snapshot of it plus numbered events.
 */
export interface ConsoleState {
  readonly workspace: WorkspaceState;
  readonly server: ServerState;
  readonly collections: readonly CollectionState[];
  readonly scenarios: readonly Scenario[];
  /** Name of the active scenario. */
  readonly scenario: string;
  /** The latest used first. */
  readonly sessions: readonly SessionState[];
  /** The latest saved last. */
  readonly snapshots: readonly SnapshotState[];
  /** Requests that the workspace keeps, to be sent by hand. */
  readonly saved: readonly SavedRequest[];
  readonly save: SaveState;
  readonly history: HistoryState;
  readonly log: LogState;
  readonly expectations: ExpectationsState;
  /** The jobs under way that take long, in the order in which they began. */
  readonly jobs: readonly JobState[];
}

/** What a job does: reads or applies an import, makes a text of records, or changes many records. */
export type JobKind = 'import' | 'export' | 'edit';

/** How far a job is. */
export interface JobState {
  readonly kind: JobKind;
  /** A file's name, or a short phrase as in {@link HistoryState}. */
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
}

/** A live state of its own that clients have begun with X-Mock-Session. */
export interface SessionState {
  readonly name: string;
  /** Name of the scenario that is active in it. */
  readonly scenario: string;
  /** Records whose live state in it differs from the fixtures. */
  readonly changed: number;
  /** Milliseconds since 1970, and of the latest use; the console hears of one in a second. */
  readonly created: number;
  readonly lastUsed: number;
}

/** A live state that was saved under a name. */
export interface SnapshotState {
  readonly name: string;
  /** Records in which it differs from the fixtures. */
  readonly records: number;
  /** Milliseconds since 1970. */
  readonly saved: number;
}

export interface WorkspaceState {
  readonly name: string;
  /** The file's name without its folder; the path stays with the host. */
  readonly file: string | null;
  /** Why nothing can be saved, or null. */
  readonly readOnly: string | null;
  /** As they hold now. */
  readonly settings: Settings;
  /** Sentences that say what of the file could not be used when it was opened. */
  readonly notes: readonly string[];
  /** The workspaces that were open last, the latest first; null where the shell cannot open files. */
  readonly recent: readonly RecentWorkspace[] | null;
  /** True when the person has never run the program before. */
  readonly isFirstRun: boolean;
}

/** A workspace that was open: it is opened by its place in the list. */
export interface RecentWorkspace {
  readonly name: string;
  readonly folder: string;
}

export type ServerState =
  | { readonly state: 'stopped' }
  | { readonly state: 'starting' }
  | { readonly state: 'listening'; readonly url: string; readonly port: number }
  | { readonly state: 'failed'; readonly reason: string; readonly remedy: ServerRemedy | null };

/** A setting with which the server could listen after all, as far as could be seen a moment ago. */
export type ServerRemedy = { readonly port: number } | { readonly host: string };

export interface CollectionState {
  readonly name: string;
  readonly key: string;
  /** Live records. */
  readonly count: number;
  /** Ids whose live state differs from the fixtures. */
  readonly changed: number;
  /** Grows with every change; a page read at an older revision is stale. */
  readonly revision: number;
}

export type SaveState =
  | { readonly state: 'saved' /** Milliseconds since 1970. */; readonly at: number | null }
  | { readonly state: 'saving' }
  | {
      readonly state: 'failed';
      readonly reason: string /** Another program has changed the file. */;
      readonly changedOnDisk: boolean;
    };

export interface HistoryState {
  /** What undo would take back, as a short phrase; null when there is nothing. */
  readonly undo: string | null;
  readonly redo: string | null;
}

export interface LogState {
  /** Requests since the start or the last clear. */
  readonly total: number;
  /** How many of them the log no longer holds. */
  readonly dropped: number;
  /** How many of those that it holds came before the program was started. */
  readonly before: number;
  /** Why requests cannot be kept for the next start, as a sentence, or null. */
  readonly unkept: string | null;
}

/** How the expectations stand, in numbers. */
export interface ExpectationsState {
  readonly total: number;
  readonly met: number;
  /** Grows whenever a result may have changed; a list read at an older revision is stale. */
  readonly revision: number;
}

/** Another scenario answers from here on: a line across the log. */
export interface ScenarioSwitch {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Who sent a request: a client, or somebody in the console by hand. */
export type RequestOrigin = 'client' | 'console';

/** A row of the request log. */
export interface RequestSummary {
  readonly id: number;
  readonly origin: RequestOrigin;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  /** Null while, or when, no answer was given. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly scenario: string;
  /** The session that it was sent in; null for the live state that all share. */
  readonly session: string | null;
  /** Bytes of the request's and the answer's body. */
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** A request with either stays when the log is cleared and when newer ones take its place. */
  readonly pinned: boolean;
  /** What somebody wrote about it, or nothing. */
  readonly note: string;
}

/** A captured body: text where it is UTF-8, else base64. */
export interface CapturedBody {
  readonly encoding: 'utf8' | 'base64';
  readonly content: string;
  /** Bytes of the whole body; more than captured when it was cut. */
  readonly bytes: number;
  readonly truncated: boolean;
}

/** One record as the console sees it: what clients get, and the fixture below. */
export interface RecordRow {
  readonly id: string;
  /** What clients get now; null when it is deleted in the live state. */
  readonly live: JsonObject | null;
  /** What the file holds; null when a client created the record. */
  readonly fixture: JsonObject | null;
  readonly version: number | null;
}
