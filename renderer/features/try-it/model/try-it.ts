import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RequestDetail, SentRequest } from '../../../../server/contract/schema/output.ts';
import { isJsonObject, member } from '../../../../server/domain/json/json.ts';
import type { PathTable } from '../../../../server/domain/request/path-table.ts';
import type { SavedRequest } from '../../../../server/domain/workspace/workspace.ts';
import type { Client } from '../../../console/client.ts';
import type { Mirror } from '../../../console/mirror.ts';
import { type Subject, servedPaths, subjectOf } from '../../../exchange/subject.ts';
import { createDrafts, type Drafts, isSame, keepDraft, openDraft } from '../../../ui/drafts/drafts.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { seenNow } from './conditions.ts';
import { crawlPages } from './crawl.ts';
import {
  copied,
  type Draft,
  emptyDraft,
  keyOf,
  loggedDraft,
  resourceId,
  resourceTarget,
  scopeHeaders,
  sessionOf,
} from './draft.ts';
import { DraftConflict } from './draft-conflict.ts';
import { firstTarget, userTarget } from './first-target.ts';
import { changeAsOtherClient } from './other-client.ts';
import { jsonOf, validatorsOf } from './response.ts';
import { Saved } from './saved.ts';
import type { Sending, TryItState, Unsent } from './try-it-state.ts';

const keptHistory = 50;

const draftKey = 'try-it';

/** The state of "Try it" and its actions. It outlives the view, so that switching views loses nothing. */
export class TryIt {
  readonly store: StoreApi<TryItState>;
  readonly saved: Saved;
  readonly conflict: DraftConflict;
  /** Shows a request in the log. */
  readonly openRequest: (entry: number) => void;
  readonly #client: Client;
  readonly #mirror: Mirror;
  readonly #toaster: Toaster;
  /** The request that nobody has written. */
  #untouched: Unsent = { draft: emptyDraft, origin: null };
  #sendings = 0;
  #crawls = 0;

  constructor(
    client: Client,
    mirror: Mirror,
    toaster: Toaster,
    openRequest: (entry: number) => void,
    drafts: Drafts = createDrafts(''),
  ) {
    this.#client = client;
    this.#mirror = mirror;
    this.#toaster = toaster;
    this.openRequest = openRequest;
    this.saved = new Saved(client, toaster);
    this.store = createStore<TryItState>(() => ({
      ...openDraft(drafts, draftKey, this.#untouched).value,
      ...{ opened: 0, awaited: null, refusal: null, shown: null, history: [], crawl: null, conflict: null },
      ...{ seen: {}, records: {}, fields: {} },
    }));
    this.conflict = new DraftConflict(this.store, (draft) => this.placeOf(draft));
    this.store.subscribe(({ draft, origin }, before) => {
      if (draft !== before.draft || origin !== before.origin)
        keepDraft(drafts, draftKey, { draft, origin }, this.#untouched);
    });
  }

  get state(): TryItState {
    return this.store.getState();
  }

  /** The resource that a request addresses in the open workspace. */
  subjectOf({ target }: Draft): Subject {
    return subjectOf(target, this.#served);
  }

  /** The key of a request's resource among `seen` and `records`. */
  placeOf(draft: Draft): string {
    return resourceId(draft, this.#served);
  }

  get #served(): PathTable {
    return servedPaths(this.#mirror.store.getState().state);
  }

  edit(change: Partial<Draft>): void {
    this.store.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
  }

  /** Replaces the draft without sending it. The response of the one before stays in the history, or is awaited no more. */
  open(draft: Draft, origin: TryItState['origin'] = null): void {
    this.stopCrawl();
    this.stopWaiting();
    this.store.setState(({ opened }) => ({
      ...{ draft, origin, opened: opened + 1 },
      ...{ shown: null, refusal: null, crawl: null, conflict: null },
    }));
  }

  openSaved(saved: SavedRequest): void {
    this.open(copied(saved), { name: saved.name, note: saved.note });
  }

  /** Opens a logged request. */
  openLogged(detail: RequestDetail): void {
    this.open(loggedDraft(detail));
  }

  /** Shows an earlier request with its response. */
  recall(sending: Sending): void {
    this.open(sending.draft);
    this.store.setState({ shown: sending });
  }

  /** Sends the draft or the given request and shows the response. */
  async send(draft: Draft = this.state.draft): Promise<Sending | null> {
    const sending = await this.#exchange(draft);
    if (!sending) return null;
    this.conflict.respond(draft, sending.sent.response?.status ?? null);
    this.#remember(sending);
    await this.#explain(sending);
    return sending;
  }

  /** Sends a request in place of the one that is awaited. A person who presses twice wants it once. */
  async #exchange(draft: Draft): Promise<Sending | null> {
    const awaited = copied(draft);
    if (isSame(this.state.awaited, awaited)) return null;
    this.stopCrawl();
    this.store.setState({ awaited, refusal: null, crawl: null });
    const reply = await this.#client.call('requests.send', awaited);
    if (this.state.awaited !== awaited) return null;
    this.store.setState({ awaited: null });
    if (!reply.ok) {
      this.store.setState({ refusal: reply.problem.detail });
      return null;
    }
    return this.#record(draft, reply.value);
  }

  /** Stops waiting for a response; a late one appears only in the log. */
  stopWaiting(): void {
    this.store.setState({ awaited: null });
  }

  /** Crawls the list from the draft's page to the last. */
  async crawlAll(): Promise<void> {
    const { draft } = this.state;
    const subject = this.subjectOf(draft);
    this.#crawls += 1;
    const crawl = this.#crawls;
    const key = keyOf(subject, this.#mirror.store.getState().state);
    this.store.setState({ crawl: { pages: [], end: null }, refusal: null });
    await crawlPages(
      { ...draft, method: 'GET' },
      {
        send: (page) => this.#client.call('requests.send', copied(page)),
        idOf: (record) => String(member(record, key)),
        onProgress: (progress) => this.store.setState(crawl === this.#crawls ? { crawl: progress } : {}),
        isCancelled: () => crawl !== this.#crawls,
      },
    );
  }

  /** Cancels the crawl; its pages stay visible. */
  stopCrawl(): void {
    this.#crawls += 1;
    const { crawl } = this.state;
    if (crawl?.end === null) this.store.setState({ crawl: { ...crawl, end: { kind: 'cancelled' } } });
  }

  /** Reads the resource of the draft for its validators and its content. In a conflict, the content is their version. */
  async read(): Promise<void> {
    const { draft } = this.state;
    const headers = scopeHeaders(draft);
    const read = await this.#exchange({
      method: 'GET',
      target: resourceTarget(draft, this.#served),
      headers,
      body: null,
    });
    if (!read) return;
    this.#remember(read);
    const theirs = read.sent.response?.status === 200 ? jsonOf(read.sent.response) : undefined;
    if (isJsonObject(theirs)) this.conflict.compare(this.placeOf(read.draft), theirs);
    await this.#explain(read);
  }

  /** Begins with a request for a record of the open workspace, if nothing was written yet. */
  async begin(): Promise<void> {
    const { draft } = this.#untouched;
    const { state } = this.#mirror.store.getState();
    if (!state || this.state.draft !== draft) return;
    const target = await firstTarget(this.#client, state);
    if (target === null || this.state.draft !== draft) return;
    this.#untouched = { draft: { ...draft, target }, origin: null };
    this.store.setState(this.#untouched);
  }

  /** Addresses a user of the User Information Service, unless something else is addressed before one is known. */
  async addressUser(): Promise<void> {
    const { draft, opened } = this.state;
    const target = await userTarget(this.#client);
    if (this.state.opened === opened && this.state.draft.target === draft.target) this.edit({ target });
  }

  /** Changes the record as another client in the same session. */
  async changeAsOtherClient(): Promise<void> {
    const { draft } = this.state;
    const subject = this.subjectOf(draft);
    if (subject.kind !== 'record') return;
    const place = {
      target: resourceTarget(draft, this.#served),
      key: keyOf(subject, this.#mirror.store.getState().state),
      session: sessionOf(draft),
    };
    const changed = await changeAsOtherClient(this.#client, place);
    if (changed.ok) this.#toaster.say(`Another client changed ${changed.value}.`);
    else this.#toaster.fail(changed.problem);
  }

  /** Loads the fields of a collection. */
  async loadFields(collection: string): Promise<void> {
    const reply = await this.#client.call('collections.fields', { collection });
    if (reply.ok) this.store.setState(({ fields }) => ({ fields: { ...fields, [collection]: reply.value } }));
  }

  /** Loads the record from the shared live state, unless it has been read before. */
  async loadRecord(): Promise<void> {
    const { draft } = this.state;
    const subject = this.subjectOf(draft);
    const place = this.placeOf(draft);
    if (subject.kind !== 'record' || sessionOf(draft) !== undefined || this.state.records[place]) return;
    const reply = await this.#client.call('records.get', { collection: subject.collection, id: subject.id });
    const live = reply.ok ? reply.value.live : null;
    if (live) this.store.setState(({ records }) => ({ records: { [place]: live, ...records } }));
  }

  /** Saves the draft in the workspace; returns the reason if it fails. */
  async save(origin: Pick<SavedRequest, 'name' | 'note'>, base: SavedRequest | null = null): Promise<string | null> {
    const { draft, opened } = this.state;
    const reply = await this.saved.save(draft, origin, base);
    if (!reply.ok) return reply.problem.detail;
    // Another request may have been opened meanwhile; it was not saved under this name.
    if (this.state.opened === opened) this.store.setState({ origin });
    return null;
  }

  #record(draft: Draft, sent: SentRequest): Sending {
    this.#sendings += 1;
    const sending: Sending = { number: this.#sendings, draft, sent, detail: null };
    this.store.setState(({ history }) => ({ shown: sending, history: [sending, ...history].slice(0, keptHistory) }));
    return sending;
  }

  /** Stores the validators of a successful response, and the record if the response holds all of it. */
  #remember({ draft, sent: { response } }: Sending): void {
    const latest = response && validatorsOf(response);
    if (!latest || response.status === 304) return;
    const place = this.placeOf(draft);
    // A refusal names the current tag, but the client has not read the version that the tag stands for.
    if (response.status >= 300) return;
    const record = this.subjectOf(draft).kind === 'record' ? jsonOf(response) : undefined;
    this.store.setState(({ seen, records }) => ({
      seen: { ...seen, [place]: seenNow(seen[place], latest) },
      ...(isJsonObject(record) && { records: { ...records, [place]: record } }),
    }));
  }

  async #explain(sending: Sending): Promise<void> {
    const { id } = sending.sent;
    const reply = id === null ? null : await this.#client.call('requests.get', { id });
    if (!reply?.ok) return;
    const explained = { ...sending, detail: reply.value };
    this.store.setState(({ shown, history }) => ({
      shown: shown?.number === sending.number ? explained : shown,
      history: history.map((one) => (one.number === sending.number ? explained : one)),
    }));
  }
}
