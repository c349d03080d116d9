import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput } from '../../../../server/contract/command.ts';
import { messageQuery, parseLogQuery, rowMeets } from '../../../../server/contract/schema/log-query.ts';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import type { RequestSummary } from '../../../../server/contract/schema/state.ts';
import type { Result } from '../../../../server/domain/basics/result.ts';
import type { Client } from '../../../console/client.ts';
import type { LogLine, RequestLog } from '../../../console/requests.ts';
import { portableHeaders } from '../../../exchange/headers.ts';
import { type SnippetKind, snippetNames } from '../../../exchange/snippets.ts';
import { copyText } from '../../../ui/base/copy.tsx';
import { download } from '../../../ui/base/download.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { loggedSnippet } from './request-copies.ts';

/**
 * How the list stands to the log: it follows the end, or it holds what was there when somebody scrolled up or paused.
 * What is held does not move, whatever arrives and whatever the log drops.
 */
export type Following =
  | { readonly kind: 'end' }
  | {
      readonly kind: 'held';
      readonly by: 'scroll' | 'pause';
      readonly lines: readonly LogLine[];
      /** How many lines the log had seen by then. */
      readonly added: number;
    };

export interface RequestsState {
  readonly search: string;
  /** Ids of the requests whose messages meet what the search asks of them, as the host said last; null while it needs no look into them. */
  readonly found: ReadonlySet<number> | null;
  readonly following: Following;
  /** Key of the chosen line. */
  readonly chosen: string | null;
  /** Key of the line at the other end where a stretch is chosen; else the same. */
  readonly anchor: string | null;
  /** Id of the request on which a note is being written. */
  readonly noting: number | null;
  /** Ids of two requests that are shown beside each other. */
  readonly compared: readonly [number, number] | null;
}

export type ExportFormat = CommandInput<'requests.export'>['format'];

/** Milliseconds between two looks into the messages of the log. */
const lookPause = 300;

const end: Following = { kind: 'end' };
const none = { chosen: null, anchor: null, noting: null, compared: null };

/** What the view of the requests shows and what can be done in it. It outlives the view. */
export class Requests {
  readonly store: StoreApi<RequestsState>;
  readonly log: RequestLog;
  readonly #client: Client;
  readonly #toaster: Toaster;
  #looking: ReturnType<typeof setTimeout> | undefined;
  /** How far {@link RequestsState.found} is certain: for requests with a smaller id, as the log was read by then. */
  #looked = { before: 1, fillings: 0 };

  constructor(log: RequestLog, client: Client, toaster: Toaster) {
    this.log = log;
    this.#client = client;
    this.#toaster = toaster;
    this.store = createStore<RequestsState>(() => ({ search: '', found: null, following: end, ...none }));
    log.subscribe(() => {
      const { following } = this.store.getState();
      const wasCleared = following.kind === 'held' && log.added < following.added;
      if (wasCleared) this.follow();
      this.#lookLater();
    });
  }

  search(search: string): void {
    const isDeep = messageQuery(search) !== '';
    this.store.setState({ search, found: isDeep ? new Set() : null, following: end });
    this.#looked = { before: 1, fillings: this.log.fillings };
    if (isDeep) void this.#look();
  }

  /** What messages hold only the host knows: it is asked again while requests come in, about those that were not over. */
  #lookLater(): void {
    if (this.store.getState().found === null || this.#looking !== undefined) return;
    this.#looking = setTimeout(() => {
      this.#looking = undefined;
      void this.#look();
    }, lookPause);
  }

  async #look(): Promise<void> {
    const { search, found } = this.store.getState();
    if (found === null) return;
    const { fillings } = this.log;
    const from = this.#looked.fillings === fillings ? this.#looked.before : 1;
    const before = this.log.firstUnsettled();
    // Only about messages: what rows say, such as a pin, may change after that.
    const query = messageQuery(search);
    const reply = await this.#client.call('requests.list', { query, limit: this.log.capacity, from });
    const state = this.store.getState();
    if (!reply.ok || state.search !== search || this.log.fillings !== fillings) return;
    const known = [...(state.found ?? [])].filter((id) => id < from).slice(-this.log.capacity);
    const { entries, kept } = reply.value;
    this.#looked = { before, fillings };
    this.store.setState({ found: new Set([...known, ...[...entries, ...kept].map(({ id }) => id).toReversed()]) });
  }

  choose(line: LogLine | undefined, anchor = line): void {
    this.store.setState({ chosen: line?.key ?? null, anchor: anchor?.key ?? null, noting: null, compared: null });
  }

  /** Shows the two requests at the ends of what is chosen beside each other; of one alone, it and the one before like it. */
  compare(): void {
    const compared = this.comparable();
    if (!compared) this.#toaster.say('No request like it came before. Choose a second one with Shift to compare them.');
    this.store.setState({ compared });
  }

  closeComparison(): void {
    this.store.setState({ compared: null });
  }

  /** Ids of the two requests that {@link compare} would show, the earlier first; null when there are no two. */
  comparable(): readonly [number, number] | null {
    const { chosen, anchor } = this.store.getState();
    const one = this.#request(chosen);
    const other = anchor === chosen ? one && this.log.before(one) : this.#request(anchor);
    if (!one || !other) return null;
    return one.id < other.id ? [one.id, other.id] : [other.id, one.id];
  }

  #request(key: string | null): RequestSummary | undefined {
    const line = key === null ? undefined : this.log.at(this.log.indexOf(key));
    return line?.kind === 'request' ? line.request : undefined;
  }

  follow(): void {
    this.store.setState({ following: end });
  }

  /** Pauses the list, or lets it follow again. */
  togglePause(): void {
    if (this.store.getState().following.kind === 'held') this.follow();
    else this.#hold('pause');
  }

  /** The list was scrolled: away from the end holds it, back to the end lets go, unless it was paused on purpose. */
  scrolled(atEnd: boolean): void {
    const { following } = this.store.getState();
    if (following.kind === 'end' && !atEnd) this.#hold('scroll');
    if (following.kind === 'held' && following.by === 'scroll' && atEnd) this.follow();
  }

  #hold(by: 'scroll' | 'pause'): void {
    this.store.setState({ following: { kind: 'held', by, lines: this.log.copy(), added: this.log.added } });
  }

  /** Pins what is chosen, or takes the pin away. */
  async togglePin(): Promise<void> {
    const request = this.#request(this.store.getState().chosen);
    if (request) await this.#mark({ id: request.id, pinned: !request.pinned });
  }

  /** Everything about what is chosen; undefined when that is no request. */
  async chosenDetail(): Promise<Result<RequestDetail> | undefined> {
    const request = this.#request(this.store.getState().chosen);
    return request && (await this.#client.call('requests.get', { id: request.id }));
  }

  /** Copies what is chosen as a program that sends it again to the mock server at `origin`. */
  async copyAs(kind: SnippetKind, origin: string, secrets = false): Promise<void> {
    const reply = await this.chosenDetail();
    if (!reply) return;
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    await copyText(loggedSnippet(kind, reply.value, origin, secrets));
    const isCut = reply.value.request.body?.truncated === true;
    this.#toaster.say(
      `Copied as ${snippetNames[kind]}${isCut ? ', with the part of the body that the log keeps' : ''}.`,
    );
  }

  /** Sends a request once more, from the host and without what only its connection meant; it comes to the log as any other. */
  async sendAgain({ method, path, request: { headers, body } }: RequestDetail): Promise<void> {
    if (body && (body.truncated || body.encoding !== 'utf8')) {
      return this.#toaster.fail('The log does not hold the whole text of its body, so that it cannot be sent again.');
    }
    const input = { method, target: path, body: body?.content ?? null };
    const lines = portableHeaders(headers).map(([name, value]): [string, string] => [name, value]);
    const reply = await this.#client.call('requests.send', { ...input, headers: lines });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    const { response, fault } = reply.value;
    if (response) this.#toaster.say(`Sent again, and answered ${response.status}.`);
    else this.#toaster.fail(fault ?? 'Sent again, without an answer.');
  }

  /** One request as an HTTP archive; null where the log does not hold it any more, which is said. */
  async archive(id: number): Promise<string | null> {
    const reply = await this.#client.call('requests.export', { format: 'har', ids: [id] });
    if (reply.ok) return reply.value.text;
    this.#toaster.fail(reply.problem.detail);
    return null;
  }

  /** Begins to write a note on what is chosen. */
  beginNote(): void {
    this.store.setState({ noting: this.#request(this.store.getState().chosen)?.id ?? null });
  }

  endNote(): void {
    this.store.setState({ noting: null });
  }

  async writeNote(id: number, note: string): Promise<void> {
    this.endNote();
    await this.#mark({ id, note: note.trim() });
  }

  async #mark(mark: CommandInput<'requests.mark'>): Promise<void> {
    const reply = await this.#client.call('requests.mark', mark);
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
  }

  async clear(): Promise<void> {
    const reply = await this.#client.call('requests.clear', {});
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    this.store.setState(none);
    this.#toaster.offer('Cleared the log.', { title: 'Undo', run: () => void this.#restore() });
  }

  async #restore(): Promise<void> {
    this.#toaster.withdraw();
    const reply = await this.#client.call('requests.restore', {});
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
  }

  /** Saves what of the log is shown as a file of the person's choice. */
  async export(format: ExportFormat): Promise<void> {
    const reply = await this.#client.call('requests.export', { format, query: this.store.getState().search });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    download(reply.value.file, reply.value.text);
  }
}

/** Lines that stand in the list. */
export interface LogView {
  readonly count: number;
  readonly at: (index: number) => LogLine | undefined;
  /** The place of a line, or −1. */
  readonly indexOf: (key: string) => number;
  /** Lines that arrived since the list is held. */
  readonly fresh: number;
}

/** The lines of the log that a list shows, as they are now: those that meet every term of the search. */
export function viewLog(log: RequestLog, { search, found, following }: RequestsState): LogView {
  const terms = parseLogQuery(search);
  const matches = (line: LogLine) =>
    terms.length === 0 ||
    (line.kind === 'request' &&
      (found === null || found.has(line.request.id)) &&
      terms.every((term) => rowMeets(line.request, term)));
  if (following.kind === 'held') {
    return { ...linesView(following.lines.filter(matches)), fresh: countFresh(log, following.added, matches) };
  }
  if (terms.length > 0) return { ...linesView(log.copy().filter(matches)), fresh: 0 };
  return { count: log.length, at: (index) => log.at(index), indexOf: (key) => log.indexOf(key), fresh: 0 };
}

function linesView(lines: readonly LogLine[]): Omit<LogView, 'fresh'> {
  return {
    count: lines.length,
    at: (index) => lines[index],
    indexOf: (key) => lines.findIndex((line) => line.key === key),
  };
}

function countFresh(log: RequestLog, since: number, matches: (line: LogLine) => boolean): number {
  let fresh = 0;
  for (let index = Math.max(0, log.length - (log.added - since)); index < log.length; index++) {
    const line = log.at(index);
    if (line?.kind === 'request' && matches(line)) fresh += 1;
  }
  return fresh;
}
