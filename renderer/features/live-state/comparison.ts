import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput } from '../../../server/contract/command.ts';
import type { ListedChange } from '../../../server/contract/schema/output.ts';
import type { ConsoleState } from '../../../server/contract/schema/state.ts';
import type { Problem } from '../../../server/domain/basics/problem.ts';
import type { Client } from '../../console/client.ts';
import { Latest } from '../../console/latest.ts';
import type { Mirror } from '../../console/mirror.ts';
import { offerUndo } from '../../console/undo.ts';
import { plural } from '../../ui/base/format.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';
import { type Compared, type ComparisonState, none, start } from './comparison-state.ts';
import { endOf, inWords, isWithoutSnapshot, nextName } from './ended.ts';

/** `revert` makes the live record its fixture, `keep` the fixture the live record, `restore` takes the record of the snapshot. */
export type Settlement = 'revert' | 'keep' | 'restore';

/** Ways to other views. */
interface Shows {
  /** Shows a record in the fixtures. */
  readonly record: (collection: string, id: string) => void;
  /** Shows a request in the log. */
  readonly request: (id: number) => void;
}

const pageLength = 50;
/** Milliseconds between two reads while records change. */
const leastBetween = 250;
/** Members up to which a changed record is shown open. */
const fewMembers = 8;

export function keyOf({ collection, id }: Pick<ListedChange, 'collection' | 'id'>): string {
  return JSON.stringify([collection, id]);
}

/** Why the changes of a live state cannot be kept in the fixtures; undefined if they can. */
export function whyNotKept(session: string | null, isShared: boolean): string | undefined {
  if (session === null || !isShared) return undefined;
  return 'Changes of a session cannot be kept while instances share their live state.';
}

/** The chosen comparison and a page of it, read again after every change while it is shown. It outlives the view. */
export class Comparison {
  readonly store: StoreApi<ComparisonState> = createStore<ComparisonState>(() => start);
  readonly #client: Client;
  readonly #mirror: Mirror;
  readonly #toaster: Toaster;
  readonly #show: Shows;
  readonly #reads = new Latest();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  /** True if records have changed since the read that is under way began. */
  #isOutdated = false;

  constructor(client: Client, mirror: Mirror, toaster: Toaster, show: Shows) {
    this.#client = client;
    this.#mirror = mirror;
    this.#toaster = toaster;
    this.#show = show;
  }

  /** Reads the page now and after every change, until the returned function is called. */
  follow(): () => void {
    void this.read();
    const stops = [
      this.#mirror.onRecords(() => this.#readSoon()),
      this.#mirror.store.subscribe(({ state }, before) => {
        if (state?.sessions !== before.state?.sessions || state?.snapshots !== before.state?.snapshots) {
          this.#followNames(before.state);
          this.#readSoon();
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#isOutdated = false;
    };
  }

  choose({ session, snapshot }: Compared): void {
    const now = this.store.getState();
    if (now.session !== session || now.snapshot !== snapshot) this.#change({ ...start, session, snapshot });
  }

  /** Goes on from a session or a snapshot that the person has deleted, to the shared live state or to the fixtures. */
  leave(deleted: Partial<Compared>): void {
    const { session, snapshot } = this.store.getState();
    this.choose({
      session: session === deleted.session ? null : session,
      snapshot: snapshot === deleted.snapshot ? null : snapshot,
    });
  }

  filter(filter: Partial<Pick<ComparisonState, 'collection' | 'kind'>>): void {
    this.#change({ ...filter, offsets: [0], ahead: 0, selected: none });
  }

  nextPage(): void {
    const { offsets, ahead, page } = this.store.getState();
    if (!page) return;
    if (page.offset !== offsets.at(-1)) this.store.setState({ ahead: ahead + 1 });
    else if (page.next !== null) this.#change({ offsets: [...offsets, page.next], selected: none });
  }

  previousPage(): void {
    const { offsets, ahead } = this.store.getState();
    if (ahead > 0) this.store.setState({ ahead: ahead - 1 });
    else if (offsets.length > 1) this.#change({ offsets: offsets.slice(0, -1), selected: none });
  }

  select(key: string, isSelected: boolean): void {
    const selected = new Set(this.store.getState().selected);
    if (isSelected) selected.add(key);
    else selected.delete(key);
    this.store.setState({ selected });
  }

  /** Selects every record of the page, or none. */
  selectPage(isSelected: boolean): void {
    const { page } = this.store.getState();
    this.store.setState({ selected: isSelected ? new Set(page?.records.map(keyOf)) : none });
  }

  toggle(key: string): void {
    const toggled = new Set(this.store.getState().toggled);
    if (!toggled.delete(key)) toggled.add(key);
    this.store.setState({ toggled });
  }

  /** Opens or closes the differences of every record of the page. */
  openAll(isOpen: boolean): void {
    const { page } = this.store.getState();
    const records = page?.records.filter((record) => isOpenByDefault(record) !== isOpen) ?? [];
    this.store.setState({ toggled: new Set(records.map(keyOf)) });
  }

  isOpen(record: ListedChange): boolean {
    return isOpenByDefault(record) !== this.store.getState().toggled.has(keyOf(record));
  }

  show({ collection, id }: ListedChange): void {
    this.#show.record(collection, id);
  }

  /** Shows a request that has changed a record. */
  showRequest(id: number): void {
    this.#show.request(id);
  }

  /** Settles records as they are listed; the host refuses them if they have changed since. */
  async settle(how: Settlement, records: readonly ListedChange[]): Promise<void> {
    const listed = records.map(({ collection, id, live, fixture }) => ({ collection, id, live, fixture }));
    if (listed.length > 0) await this.#settle(how, { records: listed });
  }

  /** Settles the selected records. */
  async settleSelected(how: Settlement): Promise<void> {
    const { page, selected } = this.store.getState();
    await this.settle(how, page?.records.filter((record) => selected.has(keyOf(record))) ?? []);
  }

  /** Settles all records that match the filters, on every page. */
  async settleAll(how: 'revert' | 'keep'): Promise<void> {
    const { collection, kind } = this.store.getState();
    await this.#settle(how, { ...(collection !== null && { collection }), ...(kind && { kinds: [kind] }) });
  }

  async #settle(how: Settlement, which: CommandInput<'state.reset'>): Promise<void> {
    const { session, snapshot } = this.store.getState();
    const input = { ...which, ...(session !== null && { session }) };
    const call = () => {
      if (how !== 'restore') return this.#client.call(how === 'revert' ? 'state.reset' : 'state.keep', input);
      return this.#client.call('snapshots.restore', { name: snapshot ?? '', ...input });
    };
    const reply = await call();
    void this.read();
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    offerUndo(this.#client, this.#toaster, `${done[how]} ${plural(reply.value.records, 'record')}.`);
  }

  /** Renames a snapshot; what is compared with it stays so. Returns false if the host refuses it. */
  async rename(name: string, to: string): Promise<boolean> {
    const reply = await this.#client.call('snapshots.rename', { name, to });
    if (!reply.ok) {
      this.#toaster.fail(reply.problem.detail);
      return false;
    }
    const { session, snapshot } = this.store.getState();
    if (snapshot === name) this.choose({ session, snapshot: to });
    return true;
  }

  /** Reads the shown page. */
  async read(): Promise<void> {
    const isLatest = this.#reads.begin();
    const { session, snapshot, collection, kind, offsets } = this.store.getState();
    const offset = offsets.at(-1) ?? 0;
    this.#isReading = true;
    this.#isOutdated = false;
    const reply = await this.#client.call('state.compare', {
      ...(session !== null && { session }),
      ...(snapshot !== null && { snapshot }),
      ...(collection !== null && { collection }),
      ...(kind && { kinds: [kind] }),
      offset,
      limit: pageLength,
    });
    if (!isLatest()) return;
    this.#isReading = false;
    if (this.#isOutdated) this.#readSoon();
    // The collection may have been deleted.
    if (!reply.ok && collection !== null) return this.filter({ collection: null });
    if (!reply.ok) return this.#fail(reply.problem);
    // The last records of a page may have been settled.
    if (reply.value.records.length === 0 && offsets.length > 1) {
      return this.#change({ offsets: offsets.slice(0, -1), ahead: 0, selected: none });
    }
    const present = new Set(reply.value.records.map(keyOf));
    const { ahead, selected: before } = this.store.getState();
    const selected = new Set([...before].filter((key) => present.has(key)));
    const goesOn = ahead > 0 && reply.value.next !== null;
    const page = { ...reply.value, offset };
    this.store.setState({ page, ahead: goesOn ? ahead - 1 : 0, problem: null, selected });
    if (goesOn) this.nextPage();
  }

  #change(change: Partial<ComparisonState>): void {
    this.store.setState(change);
    void this.read();
  }

  #readSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#isReading) this.#isOutdated = true;
      else void this.read();
    }, leastBetween);
  }

  /**
   * Follows a snapshot to its next name. A session or a snapshot that is no more stays chosen, without its changes: the buttons
   * of another live state must not come under a hand that aims at these.
   */
  #followNames(before: ConsoleState | null): void {
    const { session, snapshot } = this.store.getState();
    const { state } = this.#mirror.store.getState();
    const end = endOf({ session, snapshot }, before, state);
    if (!end) return;
    const next = isWithoutSnapshot(end) ? nextName(snapshot, before, state) : undefined;
    if (next === undefined) this.#fail(end);
    else this.choose({ session, snapshot: next });
  }

  #fail(problem: Problem): void {
    // A page that was asked for before must not come back.
    this.#reads.begin();
    this.#isReading = false;
    this.store.setState({ problem: inWords(problem, this.store.getState()), page: null, ahead: 0, selected: none });
  }
}

const done: Readonly<Record<Settlement, string>> = { revert: 'Reverted', keep: 'Kept', restore: 'Restored' };

/** Few changed members are shown at once, whole records only on wish. */
function isOpenByDefault({ kind, members }: ListedChange): boolean {
  return kind === 'changed' && members.length <= fewMembers;
}
