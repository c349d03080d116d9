import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SentRequest } from '../../../../server/contract/schema/output.ts';
import { isJsonObject, type Json, jsonEqual } from '../../../../server/domain/json/json.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import { nextMove } from '../../../../server/domain/labs/lost-update.ts';
import type { Client } from '../../../console/client.ts';
import type { Mirror } from '../../../console/mirror.ts';
import { Turns } from '../../../console/turns.ts';
import {
  type ClientState,
  type Condition,
  conditionHeader,
  editsSince,
  fresh,
  knownOf,
  type LabExchange,
  type LabMessage,
  type LostUpdateState,
  requestOf,
  type Sendable,
  type WriteMethod,
} from './lost-update-state.ts';
import { type LabClient, labClients, playedEdits } from './played-edits.ts';
import { Readiness } from './readiness.ts';

/** Milliseconds between two moves of the play. */
const pace = 900;

/**
 * Two clients that read and write one record with real requests, in a session of their own, which ends with the lab. The
 * state outlives the view.
 */
export class LostUpdateLab {
  readonly store: StoreApi<LostUpdateState>;
  readonly #client: Client;
  readonly #mirror: Mirror;
  readonly #pace: number;
  #session: string | null = null;
  #opening: Promise<void> | undefined;
  /** Of the record, and of the members of its collection. */
  readonly #ready = new Readiness();
  /** Requests, one after the other. */
  readonly #turns = new Turns();
  /** Grows with every new beginning, so that an awaited response of an earlier one is dropped. */
  #run = 0;

  constructor(client: Client, mirror: Mirror, milliseconds: number = pace) {
    this.#client = client;
    this.#mirror = mirror;
    this.#pace = milliseconds;
    this.store = createStore<LostUpdateState>(() => ({
      ...fresh,
      ...{ collection: '', id: '', fields: null, condition: 'none', method: 'PUT', isRequired: false },
    }));
  }

  get state(): LostUpdateState {
    return this.store.getState();
  }

  /** Chooses a record unless one is chosen: user 42 of the sample workspace, else the first record there is. */
  open(): Promise<void> {
    if (this.state.collection !== '') return this.#ready.present;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#ready.until(this.#opening);
  }

  async #open(): Promise<void> {
    const sample = await this.#client.call('records.get', { collection: 'users', id: '42' });
    // A person may have chosen one meanwhile.
    if (this.state.collection !== '') return;
    if (sample.ok && sample.value.fixture) return this.choose('users', '42');
    const { collections = [] } = this.#mirror.store.getState().state ?? {};
    const filled = collections.find(({ count }) => count > 0);
    if (filled) await this.choose(filled.name);
  }

  /** Chooses a collection and a record; without an id, the first one. */
  choose(collection: string, id?: string): Promise<void> {
    this.#begin({ collection, id: id ?? '', fields: null });
    return this.#ready.until(this.#readCollection(collection, id));
  }

  async #readCollection(collection: string, id: string | undefined): Promise<void> {
    const [known, page] = await Promise.all([
      this.#client.call('collections.fields', { collection }),
      id === undefined ? this.#client.call('records.page', { collection, offset: 0, limit: 1 }) : null,
    ]);
    if (this.state.collection !== collection) return;
    if (known.ok) this.store.setState({ fields: known.value });
    const [row] = page?.ok ? page.value.rows : [];
    if (row && this.state.id === '') this.store.setState({ id: row.id });
  }

  chooseRecord(id: string): void {
    this.#begin({ id });
  }

  /** Sets the condition of the next writes; after the end of a play, it starts over. */
  setCondition(condition: Condition): void {
    this.#change({ condition });
  }

  setMethod(method: WriteMethod): void {
    this.#begin({ method });
  }

  /** Switches 428 on or off, for the lab alone and at once; after the end of a play, it starts over. */
  async setRequired(isRequired: boolean): Promise<void> {
    this.#change({ isRequired });
    const name = this.#session;
    if (name === null) return;
    await this.#turns.take(async () => {
      if (this.#session === name) await this.#require(name, isRequired);
    });
  }

  /** Sets a member in a client's form. */
  edit(client: LabClient, name: string, value: Json): void {
    const { known, edits } = this.state.clients[client];
    const { [name]: _, ...others } = edits;
    const isSame = known !== null && jsonEqual(known.record[name], value);
    this.#setClient(client, { known, edits: isSame ? others : { ...others, [name]: value } });
  }

  /** Plays to the end, from the start if it is at its end. */
  async play(): Promise<void> {
    if (!(await this.#ready.reached()) || this.state.isPlaying) return;
    if (this.state.isOver || this.isAtEnd) this.startOver();
    const run = this.#run;
    this.store.setState({ isPlaying: true });
    while (this.state.isPlaying && run === this.#run && (await this.#move())) {
      if (!this.isAtEnd) await new Promise((resolve) => setTimeout(resolve, this.#pace));
    }
    if (run === this.#run) this.store.setState({ isPlaying: false });
  }

  /** Plays from the start with another condition. */
  async playWith(condition: Condition): Promise<void> {
    this.#begin({ condition });
    await this.play();
  }

  pause(): void {
    this.#ready.halt();
    this.store.setState({ isPlaying: false });
  }

  /** Makes the next move of the play. */
  async step(): Promise<void> {
    if (!(await this.#ready.reached())) return;
    this.pause();
    if (this.state.isOver || this.isAtEnd) this.startOver();
    await this.#move();
  }

  get isAtEnd(): boolean {
    return nextMove(this.state.requests, labClients) === null;
  }

  startOver(): void {
    this.#begin({});
  }

  /** Ends the session; what the view shows stays. */
  leave(): void {
    this.#ready.halt();
    this.#run += 1;
    this.#endSession();
    this.store.setState(({ requests }) => ({ isPlaying: false, waiting: [], isOver: requests.length > 0 }));
  }

  /** Sends the client's GET. */
  async read(client: LabClient): Promise<boolean> {
    if (!(await this.#ready.reached())) return false;
    return this.#exchange({ client, method: 'GET', condition: null, content: null });
  }

  /** Sends the client's edits; after a 428 `isForced` sends a condition even if none is chosen. */
  async write(client: LabClient, isForced = false): Promise<boolean> {
    const { clients, condition, method, isOver } = this.state;
    const { known, edits } = clients[client];
    if (!known || isOver) return false;
    const sent = isForced && condition === 'none' ? 'if-match' : condition;
    const content = method === 'PUT' ? { ...known.record, ...edits } : edits;
    return this.#exchange({ client, method, condition: conditionHeader(sent, known), content });
  }

  async #move(): Promise<boolean> {
    const next = nextMove(this.state.requests, labClients);
    if (!next) return false;
    const client = next.client as LabClient;
    if (next.kind === 'read') return this.read(client);
    const { fields, clients, method } = this.state;
    const { known, edits } = clients[client];
    if (known && fields && Object.keys(edits).length === 0) {
      const { key, schema } = fields.definition;
      const played = playedEdits(known.record, { key, schema, sameField: method === 'PATCH' });
      this.#setClient(client, { known, edits: played[client] });
    }
    return this.write(client, next.isForced);
  }

  /** Sends a request after those that were asked for before; false if it could not be sent, or if the lab began anew. */
  async #exchange(message: LabMessage): Promise<boolean> {
    const { client } = message;
    if (this.state.waiting.includes(client)) return false;
    if (this.state.isOver) this.startOver();
    const run = this.#run;
    this.store.setState(({ waiting }) => ({ waiting: [...waiting, client], refusal: null }));
    return this.#turns.take(async () => run === this.#run && this.#send(message));
  }

  async #send(message: LabMessage): Promise<boolean> {
    const { client } = message;
    const run = this.#run;
    const session = await this.#beginSession();
    const sent = requestOf(this.state, session, message);
    const reply = await this.#client.call('requests.send', sent);
    if (run !== this.#run) return false;
    this.store.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one !== client) }));
    if (!reply.ok) {
      this.store.setState({ refusal: reply.problem.detail });
      return false;
    }
    this.#add(message, sent, reply.value);
    return true;
  }

  #add(message: LabMessage, sent: Sendable, { id: entry, response, fault }: SentRequest): void {
    const { client, method, condition } = message;
    const parsed = parseJson(response?.body?.content ?? 'null');
    const body = parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
    const status = response?.status ?? null;
    const record = status === 200 ? body : null;
    const known = record && response && knownOf(record, response.headers);
    const { requests, clients } = this.state;
    const exchange: LabExchange = {
      number: requests.length + 1,
      ...{ client, method, status, sent, entry, record },
      condition: condition?.join(': ') ?? null,
      version: known?.version ?? null,
      tag: known?.tag ?? null,
      detail: known ? '' : (fault ?? (typeof body?.detail === 'string' ? body.detail : '')),
    };
    this.store.setState({ requests: [...requests, exchange] });
    if (known) this.#setClient(client, { known, edits: editsSince(message.content, clients[client]) });
  }

  async #beginSession(): Promise<string> {
    if (this.#session === null) {
      this.#session = `Lost-update lab ${crypto.randomUUID().slice(0, 8)}`;
      if (this.state.isRequired) await this.#require(this.#session, true);
    }
    return this.#session;
  }

  async #require(name: string, required: boolean): Promise<void> {
    await this.#client.call('sessions.requirePrecondition', { name, required });
  }

  /** Changes what the next requests are like. A finished play would stand beside settings that were not its own. */
  #change(change: Partial<LostUpdateState>): void {
    if (this.isAtEnd) this.#begin(change);
    else this.store.setState(change);
  }

  #begin(change: Partial<LostUpdateState>): void {
    this.#run += 1;
    this.#endSession();
    this.store.setState({ ...fresh, ...change });
  }

  #endSession(): void {
    const name = this.#session;
    this.#session = null;
    if (name === null) return;
    // A request of the session that came after its end would begin it anew.
    void this.#turns.ended().then(() => this.#client.call('sessions.drop', { name }));
  }

  #setClient(client: LabClient, state: ClientState): void {
    this.store.setState(({ clients }) => ({ clients: { ...clients, [client]: state } }));
  }
}
