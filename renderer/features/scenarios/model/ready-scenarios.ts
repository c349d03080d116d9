import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OfferedScenario } from '../../../../server/contract/schema/offered-scenario.ts';
import { isConflict } from '../../../conflict/conflicts.ts';
import type { Client } from '../../../console/client.ts';
import { offerUndo } from '../../../console/undo.ts';
import { plural } from '../../../ui/base/format.ts';
import { isSame } from '../../../ui/drafts/drafts.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';

/** The offered scenarios and the names of the chosen ones; null while the dialog is closed. */
export type ReadyScenariosState = null | {
  readonly offered: readonly OfferedScenario[];
  readonly chosen: ReadonlySet<string>;
  /** Why the last attempt to add them was refused, or null. */
  readonly reason: string | null;
};

/** Offers the ready-made scenarios and adds the chosen ones. */
export class ReadyScenarios {
  readonly store: StoreApi<ReadyScenariosState> = createStore<ReadyScenariosState>(() => null);
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #remember: () => (scenario: string) => unknown;

  /** `remember` is called as scenarios are to be added; what it returns receives the name of the first one. */
  constructor(client: Client, toaster: Toaster, remember: () => (scenario: string) => unknown) {
    this.#client = client;
    this.#toaster = toaster;
    this.#remember = remember;
  }

  /** Opens the dialog with nothing chosen. */
  async open(): Promise<void> {
    const reply = await this.#client.call('scenarios.ready', {});
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    this.#set({ offered: reply.value, chosen: new Set(), reason: null });
  }

  /** Chooses a scenario, or no longer. */
  choose(name: string, isChosen: boolean): void {
    const state = this.store.getState();
    if (!state) return;
    const chosen = new Set(state.chosen);
    if (isChosen) chosen.add(name);
    else chosen.delete(name);
    this.#set({ ...state, chosen, reason: null });
  }

  /** Chooses all scenarios that the workspace does not have, or none. */
  chooseAll(isChosen: boolean): void {
    const state = this.store.getState();
    if (!state) return;
    const names = isChosen ? newOnes(state.offered).map(({ name }) => name) : [];
    this.#set({ ...state, chosen: new Set(names), reason: null });
  }

  /** Adds the chosen scenarios as one edit. */
  async add(): Promise<void> {
    const state = this.store.getState();
    if (!state || state.chosen.size === 0) return;
    const wanted = state.offered.filter(({ name }) => state.chosen.has(name));
    const show = this.#remember();
    const reply = await this.#client.call('scenarios.addReady', {
      names: wanted.map(({ name }) => name),
      bases: Object.fromEntries(wanted.map(({ name, base }) => [name, base])),
    });
    const now = this.store.getState();
    const isOpen = now?.offered === state.offered;
    if (!reply.ok) {
      const reason = reply.problem.detail;
      if (!isOpen) return this.#toaster.fail(reason);
      this.#set({ ...now, reason });
      return isConflict(reply.problem) ? this.#offerAnew(state.offered) : undefined;
    }
    if (isOpen) this.close();
    const [first, ...others] = reply.value.names;
    if (first === undefined) return;
    void show(first);
    offerUndo(
      this.#client,
      this.#toaster,
      others.length === 0 ? `Added “${first}”.` : `Added ${plural(others.length + 1, 'scenario')}.`,
    );
  }

  /** Offers the scenarios as they are now. Those that would replace another than before are no longer chosen. */
  async #offerAnew(before: readonly OfferedScenario[]): Promise<void> {
    const reply = await this.#client.call('scenarios.ready', {});
    const state = this.store.getState();
    if (!reply.ok || state?.offered !== before) return;
    const known = new Map(before.map(({ name, base }) => [name, base]));
    const isAsChosen = ({ name, base }: OfferedScenario) => state.chosen.has(name) && isSame(known.get(name), base);
    const chosen = new Set(reply.value.filter(isAsChosen).map(({ name }) => name));
    this.#set({ ...state, offered: reply.value, chosen });
  }

  close(): void {
    this.#set(null);
  }

  #set(state: ReadyScenariosState): void {
    this.store.setState(state, true);
  }
}

/** The scenarios that can be added without replacing one. */
export function newOnes(offered: readonly OfferedScenario[]): readonly OfferedScenario[] {
  return offered.filter(({ state, unfit }) => state === 'new' && unfit === null);
}
