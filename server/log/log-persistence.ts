import type { RequestDetail } from '../contract/schema/output.ts';
import { finish, type Work } from '../domain/basics/work.ts';
import type { Settings } from '../domain/model/settings.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { Coalesced } from '../store/coalesced.ts';
import { requestLine, requestsPath, writeRequests } from '../store/requests-file.ts';
import type { WorkspaceFile } from '../store/workspace-file.ts';
import { detail, type LogEntry, type RequestAnnotation } from './log-entry.ts';
import { withoutSecrets } from './log-export.ts';
import type { RequestLog } from './request-log.ts';
import { restoreRequest } from './restored-request.ts';

/** Milliseconds for which requests are collected before they are written. */
const wait = 2000;
/** Characters of all lines together; of those without a mark the oldest go. */
const mostCharacters = 8 * 2 ** 20;
/** Requests whose lines are made in one turn. */
const atOnce = 20;

/** The workspace beside whose file requests are stored, with the settings that say how many. */
interface Home {
  readonly file: Pick<WorkspaceFile, 'path' | 'readOnly'>;
  readonly workspace: { readonly settings: Pick<Settings, 'keptRequests' | 'keptSecrets'> };
}

interface Line {
  readonly text: string;
  readonly mark: RequestAnnotation | null;
  readonly secrets: boolean;
}

/**
 * Keeps the latest requests over a restart, as many as the workspace's settings say, and those with a pin or a note. They are
 * written together and in turns with the answers, so that no request waits for it; a crash costs the latest two seconds.
 */
export class LogPersistence {
  readonly #log: RequestLog;
  readonly #scheduler: Scheduler;
  readonly #home: () => Home;
  readonly #changed: () => void;
  readonly #writes = new Coalesced(() => this.#write());
  /** What has been made of requests already, by their ids. */
  #lines = new Map<number, Line>();
  #isDue = false;
  #left: Promise<unknown> = Promise.resolve();
  #failure: string | null = null;
  /** The workspace beside which nothing is kept, for certain. */
  #emptied: string | null = null;
  /** Id of the last request of an earlier run. */
  #lastBefore = 0;

  /** `changed` is called when {@link state} has another value. */
  constructor(log: RequestLog, scheduler: Scheduler, home: () => Home, changed: () => void) {
    this.#log = log;
    this.#scheduler = scheduler;
    this.#home = home;
    this.#changed = changed;
    log.observers.add(({ durationMicros }) => {
      if (durationMicros !== null) this.touch();
    });
  }

  get state(): { readonly before: number; readonly unkept: string | null } {
    return { before: Math.max(0, this.#lastBefore + 1 - this.#log.oldest), unkept: this.#failure };
  }

  /** Fulfilled when what was kept of a workspace that was left is written. */
  get left(): Promise<unknown> {
    return this.#left;
  }

  /** Sees to it that what the log has now is written soon. */
  touch(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void this.#writes.request(wait);
  }

  /** Puts what was kept with a workspace into the log, which is empty. */
  restore(requests: readonly RequestDetail[]): void {
    this.#lines.clear();
    this.#log.observers.quietly(() => {
      for (const request of requests) restoreRequest(this.#log, request);
    });
    this.#lastBefore = this.#log.nextId - 1;
  }

  /** Writes what is not written yet of the workspace that is left now, and takes its marks away. */
  leave(): void {
    const { file } = this.#home();
    if (this.#isDue && file.readOnly === null) {
      const lines = finish(this.#makeLines());
      this.#left = writeRequests(requestsPath(file.path), lines);
    }
    for (const { id, mark } of [...this.#log.entries()]) if (mark) this.#log.mark(id, null);
  }

  /** Writes what is not written yet. */
  async close(): Promise<void> {
    if (this.#isDue) void this.#writes.request(0);
    await this.#left;
    await this.#writes.flush();
  }

  async #write(): Promise<void> {
    this.#isDue = false;
    const { file } = this.#home();
    if (file.readOnly !== null) return;
    const lines = await this.#scheduler.run(this.#makeLines());
    // Another workspace may have taken the place meanwhile, and what the log has is no longer of this one.
    if (this.#home().file !== file) return;
    if (lines.length === 0 && this.#emptied === file.path) return;
    const failure = await writeRequests(requestsPath(file.path), lines);
    this.#emptied = lines.length === 0 && failure === null ? file.path : null;
    if (failure === this.#failure) return;
    this.#failure = failure;
    this.#changed();
  }

  *#makeLines(): Work<readonly string[]> {
    const { keptRequests, keptSecrets } = this.#home().workspace.settings;
    const wanted = [...this.#log.latest(keptRequests)];
    const lines = new Map<number, Line>();
    const texts: string[] = [];
    let characters = 0;
    for (const [index, entry] of wanted.entries()) {
      if (index % atOnce === 0) yield;
      const line = this.#lineOf(entry, keptSecrets);
      if (!line) continue;
      lines.set(entry.id, line);
      characters += line.text.length;
      if (entry.mark || characters <= mostCharacters) texts.push(line.text);
    }
    this.#lines = lines;
    return texts.toReversed();
  }

  /** Undefined for an entry that the log has dropped meanwhile, with what it held. */
  #lineOf(entry: LogEntry, secrets: boolean): Line | undefined {
    const known = this.#lines.get(entry.id);
    if (known && known.mark === entry.mark && known.secrets === secrets) return known;
    if (!entry.mark && !this.#log.holds(entry)) return undefined;
    const whole = detail(entry);
    return { text: requestLine(secrets ? whole : withoutSecrets(whole)), mark: entry.mark, secrets };
  }
}
