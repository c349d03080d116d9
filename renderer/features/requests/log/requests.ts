import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput } from '../../../../server/contract/command.ts';
import { restorableMilliseconds } from '../../../../server/contract/schema/cleared-log.ts';
import { messageQuery } from '../../../../server/contract/schema/log-query.ts';
import { otherRequest } from '../../../../server/contract/schema/other-request.ts';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import type { ServerState } from '../../../../server/contract/schema/state.ts';
import { type Result, refuse } from '../../../../server/domain/basics/result.ts';
import type { Secrets } from '../../../../server/domain/request/secrets.ts';
import type { Conflicts } from '../../../conflict/conflicts.ts';
import type { Client } from '../../../console/client.ts';
import { mockAddress } from '../../../console/mock-address.ts';
import type { LogLine, RequestLog } from '../../../console/requests.ts';
import { Turns } from '../../../console/turns.ts';
import { portableHeaders } from '../../../exchange/headers.ts';
import { type SnippetKind, snippetNames } from '../../../exchange/snippets.ts';
import { copyText } from '../../../ui/base/copy.tsx';
import { download } from '../../../ui/base/download.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { Annotations } from './annotations.ts';
import { bugReport, type ReportContext } from './bug-report.ts';
import { HeldRequests, heldKeys, pausedKeys } from './held-requests.ts';
import {
  arrival,
  type Following,
  followsArrival,
  isArrival,
  keyOf,
  logOrders,
  requestAt,
  requestId,
} from './log-view.ts';
import { loggedSnippet } from './logged-request.ts';
import type { RequestsState } from './requests-state.ts';

export type ExportFormat = CommandInput<'requests.export'>['format'];

/** Milliseconds between two message searches. */
const searchPause = 300;

const end: Following = { kind: 'end' };
const none = { chosen: null, anchor: null, editedNote: null, compared: null };

/** The state of the request log's view and its actions. It outlives the view. */
export class Requests {
  readonly store: StoreApi<RequestsState>;
  readonly log: RequestLog;
  readonly annotations: Annotations;
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #copies = new Turns();
  #searchTimer: ReturnType<typeof setTimeout> | undefined;
  /** {@link RequestsState.found} is final for requests below this id, as long as the log is not filled again. */
  #searched = { before: 1, fillings: 0 };

  constructor(log: RequestLog, client: Client, toaster: Toaster, conflicts: Conflicts) {
    this.log = log;
    this.#client = client;
    this.#toaster = toaster;
    this.store = createStore<RequestsState>(() => ({
      order: arrival,
      search: '',
      found: null,
      following: end,
      ...none,
    }));
    this.annotations = new Annotations(this.store, log, client, toaster, conflicts);
    const held = new HeldRequests(log, this.store, heldKeys);
    const paused = new HeldRequests(log, this.store, pausedKeys);
    log.subscribe(() => {
      if (held.haveGone()) this.store.setState(none);
      const { following } = this.store.getState();
      const wasCleared = following.kind === 'paused' && log.added < following.added;
      if (paused.haveGone() || wasCleared) this.follow();
      this.#searchMessagesLater();
    });
  }

  search(search: string): void {
    const isDeep = messageQuery(search) !== '';
    this.store.setState({ search, found: isDeep ? new Set() : null, following: end });
    this.#searched = { before: 1, fillings: this.log.fillings };
    if (isDeep) void this.#searchMessages();
  }

  /** Only the host has the messages. Searches again while requests arrive, among those that were not yet complete. */
  #searchMessagesLater(): void {
    if (this.store.getState().found === null || this.#searchTimer !== undefined) return;
    this.#searchTimer = setTimeout(() => {
      this.#searchTimer = undefined;
      void this.#searchMessages();
    }, searchPause);
  }

  async #searchMessages(): Promise<void> {
    const { search, found } = this.store.getState();
    if (found === null) return;
    const { fillings } = this.log;
    const from = this.#searched.fillings === fillings ? this.#searched.before : 1;
    const before = this.log.firstUnsettled();
    // Only the terms about messages: terms about rows, such as a pin, are evaluated here.
    const query = messageQuery(search);
    const reply = await this.#client.call('requests.list', { query, limit: this.log.capacity, from });
    const state = this.store.getState();
    if (!reply.ok || state.search !== search || this.log.fillings !== fillings) return;
    const known = [...(state.found ?? [])].filter((id) => id < from).slice(-this.log.capacity);
    const { entries, kept } = reply.value;
    this.#searched = { before, fillings };
    this.store.setState({ found: new Set([...known, ...[...entries, ...kept].map(({ id }) => id).toReversed()]) });
  }

  choose(line: LogLine | undefined, anchor = line): void {
    this.store.setState({ chosen: line?.key ?? null, anchor: anchor?.key ?? null, editedNote: null, compared: null });
  }

  /** The id of the chosen request; null for none. */
  get chosenId(): number | null {
    return requestId(this.store.getState().chosen);
  }

  /** Shows a request in the detail, whether or not the list has it, and holds the list at its line. */
  open(id: number): void {
    if (id === this.chosenId) return;
    const key = keyOf(id);
    this.store.setState({ ...none, chosen: key, anchor: key });
    if (this.log.indexOf(key) >= 0) this.#hold('scroll');
  }

  /** Clears the search that hides the chosen request, and keeps the list at that request. */
  showHidden(): void {
    this.search('');
    this.#hold('scroll');
  }

  /** Compares the two ends of the selection; for a single request, compares it with the previous similar one. */
  compare(): void {
    const compared = this.comparable();
    if (!compared)
      this.#toaster.say('No earlier request is similar. Hold Shift and select the request to compare with.');
    this.store.setState({ compared });
  }

  closeComparison(): void {
    this.store.setState({ compared: null });
  }

  /** Ids of the two requests that {@link compare} would show, the earlier first; null if there is only one. */
  comparable(): readonly [number, number] | null {
    const { chosen, anchor } = this.store.getState();
    const one = requestAt(this.log, chosen);
    const other = anchor === chosen ? one && this.log.before(one) : requestAt(this.log, anchor);
    if (!one || !other) return null;
    return one.id < other.id ? [one.id, other.id] : [other.id, one.id];
  }

  /** Sorts by a column: ascending, or descending if it is sorted so already; a third time restores the order of arrival. */
  sort(column: string): void {
    const by = logOrders.find((one) => one === column);
    if (by === undefined) return;
    const { order } = this.store.getState();
    const isSame = order.by === by;
    // Most people look for the slowest requests and the highest statuses first.
    const first = !followsArrival(by);
    const next = !isSame ? { by, descending: first } : { by, descending: !order.descending };
    this.store.setState({
      order: isSame && first && order.descending !== first ? arrival : next,
      following: end,
    });
  }

  follow(): void {
    this.store.setState({ following: end });
  }

  /** Pauses or resumes the list. */
  togglePause(): void {
    if (this.store.getState().following.kind === 'paused') this.follow();
    else this.#hold('pause');
  }

  /** Holds the list when it is scrolled away from the end and releases it back at the end, unless it is paused. */
  scrolled(atEnd: boolean): void {
    const { following, order } = this.store.getState();
    if (!isArrival(order)) return;
    if (following.kind === 'end' && !atEnd) this.#hold('scroll');
    if (following.kind === 'paused' && following.by === 'scroll' && atEnd) this.follow();
  }

  #hold(by: 'scroll' | 'pause'): void {
    const { added, requests } = this.log;
    this.store.setState({ following: { kind: 'paused', by, lines: this.log.copy(), added, requests } });
  }

  /** The details of the chosen request; undefined if no request is chosen. */
  async chosenDetail(): Promise<Result<RequestDetail> | undefined> {
    const request = requestAt(this.log, this.store.getState().chosen);
    if (!request) return undefined;
    const reply = await this.#client.call('requests.get', { id: request.id });
    return reply.ok && reply.value.time !== request.time ? refuse(otherRequest) : reply;
  }

  /** The details of the chosen request, after those that were to be copied before: what is copied last is in the clipboard. */
  #toCopy(): Promise<Result<RequestDetail> | undefined> {
    const detail = this.chosenDetail();
    return this.#copies.take(() => detail);
  }

  /** Copies the chosen request as a code snippet that sends it to the mock server. */
  async copyAs(kind: SnippetKind, server: ServerState, secrets: Secrets | null): Promise<void> {
    const reply = await this.#toCopy();
    if (!reply) return;
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    await copyText(loggedSnippet(kind, reply.value, mockAddress(server, reply.value.secure), secrets));
    const isCut = reply.value.request.body?.truncated === true;
    const body = isCut ? ' with a truncated body' : '';
    this.#toaster.say(`Copied request ${reply.value.id} as ${snippetNames[kind]}${body}.`);
  }

  /** Resends a request from the host, without the headers of its connection. The log shows it like any other. */
  async sendAgain({ method, path, request: { headers, body } }: RequestDetail): Promise<void> {
    if (body && (body.truncated || body.encoding !== 'utf8')) {
      return this.#toaster.fail(
        'The log does not have the complete text of the body, so the request cannot be resent.',
      );
    }
    const input = { method, target: path, body: body?.content ?? null };
    const lines = portableHeaders(headers).map(([name, value]): [string, string] => [name, value]);
    const reply = await this.#client.call('requests.send', { ...input, headers: lines });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    const { response, fault } = reply.value;
    if (response) this.#toaster.say(`Resent. The response is ${response.status}.`);
    else this.#toaster.fail(fault ?? 'Resent, but there was no response.');
  }

  /** Copies the chosen request, its response and the explanation as a bug report in Markdown. Secrets are masked. */
  async copyReport(context: ReportContext, secrets: Secrets): Promise<void> {
    const reply = await this.#toCopy();
    if (!reply) return;
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    await copyText(bugReport(reply.value, context, secrets));
    this.#toaster.say(`Copied request ${reply.value.id} as a bug report. Secrets are masked.`);
  }

  /** Downloads the chosen request as an HTTP archive. Secrets are masked. */
  async exportChosen(): Promise<void> {
    const request = requestAt(this.log, this.store.getState().chosen);
    const archive = request && (await this.archive(request.id));
    if (archive) download(`request-${request.id}.har`, archive);
  }

  /** One request as an HTTP archive (HAR); null if the log has dropped it, which a toast reports. */
  async archive(id: number): Promise<string | null> {
    const reply = await this.#client.call('requests.export', { format: 'har', ids: [id] });
    if (reply.ok) return reply.value.text;
    this.#toaster.fail(reply.problem.detail);
    return null;
  }

  async clear(): Promise<void> {
    const before = this.store.getState();
    const reply = await this.#client.call('requests.clear', {});
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    this.#leave(before);
    const undoes = 'clear of the log';
    const lasts = restorableMilliseconds;
    this.#toaster.offerUntilEdit('Cleared the log.', { title: 'Undo', undoes, lasts, run: () => void this.#restore() });
  }

  /** Deselects what was cleared. What the person has chosen, compared or begun to note meanwhile stays if the log still has it. */
  #leave(before: RequestsState): void {
    const { chosen, compared, editedNote } = this.store.getState();
    const hasGoneOn = chosen !== before.chosen || compared !== before.compared || editedNote !== before.editedNote;
    if (!hasGoneOn || requestAt(this.log, chosen) === undefined) this.store.setState(none);
  }

  async #restore(): Promise<void> {
    this.#toaster.withdraw();
    const reply = await this.#client.call('requests.restore', {});
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
  }

  /** Downloads the matching part of the log. */
  async export(format: ExportFormat): Promise<void> {
    const reply = await this.#client.call('requests.export', { format, query: this.store.getState().search });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    download(reply.value.file, reply.value.text);
  }
}
