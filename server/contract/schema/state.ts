import type { JsonObject } from '../../domain/json/json.ts';
import type { CollectionPath } from '../../domain/model/collection-path.ts';
import type { Settings } from '../../domain/model/settings.ts';
import type { Scenario } from '../../domain/scenario/scenario.ts';
import type { SavedRequest } from '../../domain/workspace/workspace.ts';

/**
 * The state that every console mirrors. It is small and changes slice by slice. Only the host changes it; the renderer's
 * mirror is a snapshot plus numbered events.
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
  /** Saved requests of the workspace. */
  readonly saved: readonly SavedRequest[];
  readonly save: SaveState;
  readonly history: HistoryState;
  readonly log: LogState;
  readonly expectations: ExpectationsState;
  readonly upstream: UpstreamState;
  /** The instances that share the live state, for an instance of several; else null. */
  readonly sharing: SharingState | null;
  /** The scenes that play against a client, or the latest ones; null for none. */
  readonly audit: AuditRunState | null;
  /** The running jobs, once they take long, in the order of their start. */
  readonly jobs: readonly JobState[];
}

/** How the instances of a mock share their live state. It is as new as the latest second. */
export interface SharingState {
  /** The address of the engine, without a password. */
  readonly engine: string;
  /** `away`: the engine cannot be reached. `loading`: everything is being read anew. */
  readonly state: 'live' | 'away' | 'loading';
  /** Microseconds since 1970 at the begin of the epoch: a new one begins when the engine has lost data. */
  readonly epoch: number;
  /** Changes that the engine has lost since the program began. */
  readonly lostChanges: number;
  /** Requests to all instances that the log of this one has missed since the program began. */
  readonly lostRequests: number;
  readonly instances: readonly SharingInstance[];
}

export interface SharingInstance {
  /** Its host and process. */
  readonly name: string;
  /** True for the instance of this console. */
  readonly isThis: boolean;
  /** Changes that it has not applied yet. */
  readonly behind: number;
  /** True if it saves the fixtures to its workspace file. */
  readonly saves: boolean;
}

/** `import` reads or applies a file, `export` writes records as text, `edit` changes many records, `replay` repeats requests. */
export type JobKind = 'import' | 'export' | 'edit' | 'replay' | 'drift';

/** The progress of a job. */
export interface JobState {
  readonly kind: JobKind;
  /** A file's name, or a short phrase as in {@link HistoryState}. */
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
}

/** A session: a live state of its own, which clients begin with X-Mock-Session. */
export interface SessionState {
  readonly name: string;
  /** Name of the session's active scenario. */
  readonly scenario: string;
  /** Records whose live state in the session differs from the fixtures. */
  readonly changed: number;
  /** Milliseconds since 1970. `lastUsed` is exact to a second. */
  readonly created: number;
  readonly lastUsed: number;
}

/** A saved live state. */
export interface SnapshotState {
  readonly name: string;
  /** Records that differ from the fixtures. */
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
  /** True if the program keeps edits in memory and never writes, as with `--read-only`. */
  readonly inMemory: boolean;
  /**
   * How `workspace.saveAs` finds its file: in a dialog of the shell, or as a free name beside a file of another format. Null if
   * the command is refused.
   */
  readonly saveAs: 'dialog' | 'beside' | null;
  /** The settings in force. */
  readonly settings: Settings;
  /** Sentences about the parts of the file that could not be used when it was opened. */
  readonly notes: readonly string[];
  /** Recently opened workspaces, the latest first; null in a shell that cannot open files. */
  readonly recent: readonly RecentWorkspace[] | null;
  /**
   * True if the console offers its tour at the first visit of a window or browser: on the user's first run of the program, and
   * with the sample in memory. A workspace of somebody's own is left alone, because the tour changes a user and the scenario.
   */
  readonly offersTour: boolean;
}

/** A recently opened workspace. `workspace.open` takes its place in the list. */
export interface RecentWorkspace {
  readonly name: string;
  readonly folder: string;
}

export type ServerState =
  | { readonly state: 'stopped' }
  | { readonly state: 'starting' }
  | {
      readonly state: 'listening';
      readonly url: string;
      readonly port: number;
      /** Missing without HTTPS. */
      readonly https?: { readonly url: string; readonly port: number };
    }
  | { readonly state: 'failed'; readonly reason: string; readonly suggestedFix: ServerFix | null };

/** A setting with which the server could listen after all, as far as could be seen a moment ago. */
export type ServerFix =
  | { readonly port: number }
  | { readonly host: string }
  | { readonly httpsPort: number }
  | { readonly https: false };

export interface CollectionState {
  readonly name: string;
  readonly key: string;
  /** Where the mock serves it beside `/api/<name>`. */
  readonly paths: readonly CollectionPath[];
  /** Live records. */
  readonly count: number;
  readonly fixtures: number;
  /** Records whose live state differs from the fixtures. */
  readonly changed: number;
  /** Grows with every change; a page read at an older revision is stale. */
  readonly revision: number;
  /** Grows when the definition changes; fields read before are stale. */
  readonly defined: number;
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
  /** Label of the edit that undo takes back, or null. */
  readonly undo: string | null;
  readonly redo: string | null;
}

export interface LogState {
  /** Requests since the start or the last clear. */
  readonly total: number;
  /** Requests among them that the log no longer holds. */
  readonly dropped: number;
  /** Requests that the host or origin check refused since the start. They are not in the log. */
  readonly refused: number;
  /** The reason for the latest of them, or null. */
  readonly latestRefusal: string | null;
  /** Requests in the log from earlier runs of the program. */
  readonly before: number;
  /** A sentence on why requests cannot be saved for the next run, or null. */
  readonly unkept: string | null;
}

/** A summary of the expectations. */
export interface ExpectationsState {
  readonly total: number;
  readonly met: number;
  /** Grows when a result may have changed; a list of an older revision is stale. */
  readonly revision: number;
}

/**
 * Which responses come from the real service: none, those to requests for which the mock has no resource, or all. The
 * exchanges with it are recorded.
 */
export type UpstreamMode = 'off' | 'missing' | 'all';

/** The real service behind the mock, for this run of the program. */
export interface UpstreamState {
  /** Null if none is set. */
  readonly url: string | null;
  readonly mode: UpstreamMode;
  /** Why the latest request to it failed, as a sentence; null if it did not. */
  readonly fault: string | null;
  /** Recorded exchanges. */
  readonly recorded: number;
  /** Exchanges that were not recorded because the recording is full. */
  readonly lost: number;
  /** Sessions with recorded exchanges of their own. */
  readonly sessions: readonly string[];
}

/** A run of scenes against a client. */
export interface AuditRunState {
  /** The name under which the log has the run's requests: during a run, they have a live state of their own. */
  readonly session: string;
  /** Id from which on the log may have them. */
  readonly from: number;
  readonly isPlaying: boolean;
  readonly scenes: readonly {
    readonly name: string;
    readonly state: 'waiting' | 'playing' | 'played';
    /** Requests that met the scene. */
    readonly requests: number;
    /** Ids of the rules that the client broke in it, without those for information; null before it was judged. */
    readonly failed: readonly string[] | null;
  }[];
}

/** A switch of the active scenario, a line in the log. */
export interface ScenarioSwitch {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** The sender of a request: a client, or the console's own client. */
export type RequestOrigin = 'client' | 'console';

/** A row of the request log. */
export interface RequestSummary {
  readonly id: number;
  readonly origin: RequestOrigin;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  /** Null until a response is sent, and without one. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly scenario: string;
  /** The session of the request; null for the shared live state. */
  readonly session: string | null;
  /** The client's IP address; null for a request of an earlier run. */
  readonly client: string | null;
  /** The number of the client's connection at its instance, from 1; null for a request of an earlier run. */
  readonly connection: number | null;
  /** Bytes of the bodies. */
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Part of the annotation. An annotated request survives a clear of the log and newer requests. */
  readonly pinned: boolean;
  /** The note of the annotation, or empty. */
  readonly note: string;
  /** True if the response came from the upstream, or failed to. */
  readonly upstream?: true;
  /** True for a request over HTTPS. */
  readonly secure?: true;
  /** The instance that has served the request, among several that share their live state. */
  readonly instance?: string;
}

/** A captured body: text where it is UTF-8, else base64. */
export interface CapturedBody {
  readonly encoding: 'utf8' | 'base64';
  readonly content: string;
  /** Bytes of the whole body, also of a truncated one. */
  readonly bytes: number;
  readonly truncated: boolean;
}

/** A record in the console: its live value and its fixture. */
export interface RecordRow {
  readonly id: string;
  /** The value that clients get; null for a deleted record. */
  readonly live: JsonObject | null;
  /** The value in the file; null for a record that a client created. */
  readonly fixture: JsonObject | null;
  readonly version: number | null;
}
