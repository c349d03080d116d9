import { maskedRequest } from '../contract/schema/masked-request.ts';
import type { RequestDetail } from '../contract/schema/output.ts';
import { finish, pieceLength, type Work } from '../domain/basics/work.ts';
import type { Settings } from '../domain/model/settings.ts';
import { type Secrets, secretsOf } from '../domain/request/secrets.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { Coalesced } from '../store/coalesced.ts';
import { requestLine, requestsPath, writeRequests } from '../store/requests-file.ts';
import type { WorkspaceFile } from '../store/workspace-file.ts';
import { detail, type LogEntry, type RequestAnnotation } from './log-entry.ts';
import { latestEntries } from './log-search.ts';
import type { RequestLog } from './request-log.ts';
import { restoreRequest } from './restored-request.ts';

/** Milliseconds between the end of a request and the next write. */
const writeWait = 2000;
/** Characters of all lines together; beyond them, only annotated requests are written. */
const mostCharacters = 8 * 2 ** 20;
/** Requests whose lines are made without a pause. */
const linesAtOnce = 20;

/** The workspace file beside which requests are stored, and the settings about them. */
interface Home {
  readonly file: Pick<WorkspaceFile, 'path' | 'readOnly'>;
  readonly workspace: { readonly settings: Pick<Settings, 'keptRequests' | 'keptSecrets' | 'secretNames'> };
}

interface Line {
  readonly text: string;
  readonly annotation: RequestAnnotation | null;
  /** The secrets that are masked; null for none. */
  readonly secrets: Secrets | null;
}

/**
 * Writes the latest requests to a file beside the workspace, so that they survive a restart: as many as the settings say,
 * and every annotated one. Lines are made in time slices, so that no request waits for them. A crash loses the requests of
 * the last two seconds.
 */
export class LogPersistence {
  readonly #log: RequestLog;
  readonly #scheduler: Scheduler;
  readonly #home: () => Home;
  readonly #changed: () => void;
  readonly #writes = new Coalesced(() => this.#write());
  /** Lines that were made before, by request id. */
  #lines = new Map<number, Line>();
  #isDirty = false;
  #isMakingLines = false;
  #leaving: Promise<unknown> = Promise.resolve();
  #failure: string | null = null;
  /** Path of the workspace whose requests file certainly does not exist. */
  #emptied: string | null = null;
  /** Id of the last request of an earlier run. */
  #lastBefore = 0;

  /** `changed` is called after a change of {@link state}. */
  constructor(log: RequestLog, scheduler: Scheduler, home: () => Home, changed: () => void) {
    this.#log = log;
    this.#scheduler = scheduler;
    this.#home = home;
    this.#changed = changed;
    log.observers.add(({ durationMicros }) => {
      if (durationMicros !== null) this.markDirty();
    });
  }

  get state(): { readonly before: number; readonly unkept: string | null } {
    return { before: Math.max(0, this.#lastBefore + 1 - this.#log.oldest), unkept: this.#failure };
  }

  /** Schedules a write of the log. */
  markDirty(): void {
    if (this.#isDirty) return;
    this.#isDirty = true;
    void this.#writes.request(writeWait);
  }

  /** Enters the stored requests of a workspace into the empty log. */
  restore(requests: readonly RequestDetail[]): void {
    this.#lines.clear();
    this.#log.observers.quietly(() => {
      for (const request of requests) restoreRequest(this.#log, request);
    });
    this.#lastBefore = this.#log.nextId - 1;
  }

  /** Writes the requests of a workspace that another one replaces, and removes all annotations. */
  leave(home: Home): Promise<unknown> {
    const { path, readOnly } = home.file;
    if ((this.#isDirty || this.#isMakingLines) && readOnly === null) {
      this.#leaving = writeRequests(requestsPath(path), finish(this.#makeLines(home)));
    }
    for (const { id, annotation } of [...this.#log.entries()]) if (annotation) this.#log.annotate(id, null);
    return this.#leaving;
  }

  /** Writes everything that is not written yet. */
  async close(): Promise<void> {
    if (this.#isDirty) void this.#writes.request(0);
    await this.#leaving;
    await this.#writes.flush();
  }

  async #write(): Promise<void> {
    this.#isDirty = false;
    const home = this.#home();
    const { file } = home;
    if (file.readOnly !== null) return;
    this.#isMakingLines = true;
    const lines = await this.#scheduler.run(this.#makeLines(home));
    this.#isMakingLines = false;
    // Another workspace may have been opened meanwhile; then the log no longer belongs to this file.
    if (this.#home().file !== file) return;
    if (lines.length === 0 && this.#emptied === file.path) return;
    const failure = await writeRequests(requestsPath(file.path), lines);
    this.#emptied = lines.length === 0 && failure === null ? file.path : null;
    if (failure === this.#failure) return;
    this.#failure = failure;
    this.#changed();
  }

  *#makeLines({ workspace }: Home): Work<readonly string[]> {
    const { keptRequests, keptSecrets } = workspace.settings;
    const secrets = keptSecrets ? null : secretsOf(workspace.settings);
    const wanted = yield* latestFinished(this.#log, keptRequests);
    const lines = new Map<number, Line>();
    const texts: string[] = [];
    let characters = 0;
    for (const [index, entry] of wanted.entries()) {
      if (index % linesAtOnce === 0) yield;
      const line = this.#lineOf(entry, secrets);
      if (!line) continue;
      lines.set(entry.id, line);
      characters += line.text.length;
      if (entry.annotation || characters <= mostCharacters) texts.push(line.text);
    }
    this.#lines = lines;
    return texts.toReversed();
  }

  /** Undefined for an entry that the log has dropped meanwhile, together with its bodies. */
  #lineOf(entry: LogEntry, secrets: Secrets | null): Line | undefined {
    const known = this.#lines.get(entry.id);
    if (known && known.annotation === entry.annotation && known.secrets === secrets) return known;
    if (!entry.annotation && !this.#log.holds(entry)) return undefined;
    const whole = detail(entry);
    return {
      text: requestLine(secrets ? maskedRequest(whole, secrets) : whole),
      annotation: entry.annotation,
      secrets,
    };
  }
}

/** The latest `count` finished requests and all other annotated ones, newest first. Pauses every few hundred requests. */
function* latestFinished(log: RequestLog, count: number): Work<readonly LogEntry[]> {
  const wanted: LogEntry[] = [];
  let [seen, finished] = [0, 0];
  for (const entry of latestEntries(log)) {
    seen += 1;
    if (seen % pieceLength === 0) yield;
    if (entry.durationMicros === null) continue;
    if (finished < count || entry.annotation) wanted.push(entry);
    finished += 1;
  }
  return wanted;
}
