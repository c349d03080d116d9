import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Problem, problem } from '../../../../server/domain/basics/problem.ts';
import { defaultScenario, type Scenario, sameScenario } from '../../../../server/domain/scenario/scenario.ts';
import { type Conflicts, notSaved, theirsOf } from '../../../conflict/conflicts.ts';
import { renamedTo } from '../../../conflict/renamed-to.ts';
import type { Client } from '../../../console/client.ts';
import type { Mirror } from '../../../console/mirror.ts';
import { Turns } from '../../../console/turns.ts';
import { offerUndo, undo } from '../../../console/undo.ts';
import { untilMirrored } from '../../../console/until-mirrored.ts';
import { download } from '../../../ui/base/download.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { nearestPlace } from './nearest-place.ts';
import { asEdit, asJson } from './rule-edit.ts';
import { Rules } from './rules.ts';
import { freeName, Renames } from './scenario-names.ts';
import { ScenarioSwitch } from './scenario-switch.ts';
import { type AddedScenario, type NewScenario, type ScenariosState, shownScenario } from './scenarios-state.ts';
import { Visits } from './visits.ts';

/** The state of the scenarios view and its actions. It outlives the view. */
export class Scenarios {
  readonly store: StoreApi<ScenariosState> = createStore<ScenariosState>(() => ({
    chosen: null,
    chosenAs: null,
    selection: 0,
    chosenNext: null,
    openRule: null,
    isAddingRule: false,
    unnamed: null,
  }));
  readonly rules: Rules;
  readonly visits: Visits = new Visits();
  readonly #client: Client;
  readonly #mirror: Mirror['store'];
  readonly #toaster: Toaster;
  readonly #conflicts: Conflicts;
  readonly #switch: ScenarioSwitch;
  readonly #renames = new Renames();
  /** Edits run one after the other, each on the result of the previous one. */
  readonly #edits = new Turns();
  #switching: Promise<unknown> = Promise.resolve();
  /** Names of the scenarios that are being deleted. */
  readonly #leaving = new Set<string>();

  constructor(client: Client, mirror: Mirror['store'], toaster: Toaster, conflicts: Conflicts) {
    this.#client = client;
    this.#mirror = mirror;
    this.#toaster = toaster;
    this.#conflicts = conflicts;
    this.#switch = new ScenarioSwitch(client, mirror, toaster);
    this.rules = new Rules(this, { client, toaster, conflicts });
    mirror.subscribe(({ state }, { state: before }) => {
      if (state && before && state.scenarios !== before.scenarios) this.#follow(before.scenarios, state.scenarios);
    });
  }

  get all(): readonly Scenario[] {
    return this.#mirror.getState().state?.scenarios ?? [];
  }

  /** The name of the scenario that is active for all clients. */
  get active(): string {
    return this.#mirror.getState().state?.scenario ?? defaultScenario.name;
  }

  get shown(): Scenario | undefined {
    const { state } = this.#mirror.getState();
    return state ? shownScenario(state, this.store.getState()) : undefined;
  }

  /** Selects a scenario. It stays, also when another one becomes active. */
  choose(name: string): void {
    this.visits.goOn();
    this.#show(name);
  }

  /** Keeps what is shown though another scenario becomes active, for a person who has begun with it. */
  keep(): void {
    if (this.shown) this.#show(this.shown.name);
  }

  #show(name: string): void {
    const { chosen, selection } = this.store.getState();
    const isSame = name === this.shown?.name;
    if (chosen !== null && isSame) return;
    this.store.setState({
      chosen: name,
      chosenAs: name,
      selection: isSame ? selection : selection + 1,
      chosenNext: null,
      openRule: null,
      isAddingRule: false,
      unnamed: null,
    });
  }

  /**
   * Remembers what the person looks at as a command begins that adds scenarios. The returned function shows one of them, unless
   * the person has gone on meanwhile; it resolves to whether it did.
   */
  remember(): (name: string) => Promise<boolean> {
    const showLater = this.visits.remember();
    return async (name) => {
      // Until the mirror has it, nothing would be shown.
      await untilMirrored(this.#mirror, () => this.#has(name));
      return showLater(() => this.#show(name));
    };
  }

  #placeOf(name: string): number {
    return this.all.findIndex((one) => one.name === name);
  }

  #has(name: string): boolean {
    return this.#placeOf(name) >= 0;
  }

  /** The scenario that was asked for under a name; an empty one if it is gone. */
  named(name: string): Scenario {
    const current = this.#renames.current(name, this.all);
    return this.all.find((one) => one.name === current) ?? { ...defaultScenario, name };
  }

  /** Saves a change of a scenario, unless `edit` returns the same one; returns the problem if it is refused. */
  change(asked: string, edit: (scenario: Scenario) => Scenario | Promise<Scenario>): Promise<Problem | null> {
    return this.#edits.take(async () => {
      const name = this.#renames.current(asked, this.all);
      const before = this.all.find((one) => one.name === name);
      if (!before) return problem('unknown-scenario', `The scenario “${name}” was renamed or deleted meanwhile.`);
      const scenario = await edit(before);
      if (scenario === before) return null;
      const isShown = this.shown?.name === name;
      if (isShown) {
        const { chosenAs } = this.store.getState();
        this.store.setState({ chosen: name, chosenAs: chosenAs ?? name, chosenNext: scenario.name });
      }
      if (scenario.name !== name) this.rules.ids.rename(name, scenario.name);
      const reply = await this.#conflicts.save({
        name: `“${name}”`,
        base: asJson(before),
        mine: asJson(scenario),
        send: (value, base) => this.#client.call('scenarios.put', { ...asEdit(value, base), replaces: name }),
      });
      if (!reply?.ok) {
        this.store.setState({ chosenNext: null });
        return reply?.problem ?? notSaved;
      }
      await this.#saved(reply.value);
      this.#renamed(name, reply.value.name);
      return null;
    });
  }

  /** Follows a scenario that was renamed, here or elsewhere, with what was chosen and asked for under its name before. */
  #follow(before: readonly Scenario[], now: readonly Scenario[]): void {
    const place = before.findIndex(({ name }, index) => name !== now[index]?.name);
    const [old, name] = [before[place], renamedTo(before, now, place)];
    // Changes that come together may also delete a scenario and add another in its place.
    if (!old || name === undefined || !now.some((one) => sameScenario(one, { ...old, name }))) return;
    this.rules.ids.rename(old.name, name);
    this.#renamed(old.name, name);
  }

  #renamed(from: string, to: string): void {
    this.#renames.add(from, to);
    const { chosen, unnamed } = this.store.getState();
    if (chosen === from) this.store.setState({ chosen: to, chosenNext: null });
    if (unnamed === from) this.store.setState({ unnamed: null });
  }

  async add(): Promise<void> {
    this.#askName(await this.put(() => ({ wanted: 'New scenario', content: { description: '', rules: [] } })));
  }

  /** Inserts a copy after a scenario, with the edits of it that are still being saved. */
  async duplicate(original: Scenario | undefined): Promise<void> {
    if (!original) return;
    const added = await this.put(() => {
      const place = this.#placeOf(this.#renames.current(original.name, this.all));
      const { name, ...content } = this.all[place] ?? original;
      return { wanted: `${name} copy`, content, at: place < 0 ? this.all.length : place + 1 };
    });
    this.#askName(added);
    if (added) offerUndo(this.#client, this.#toaster, `Duplicated the scenario “${original.name}”.`);
  }

  #askName(added: AddedScenario | null): void {
    if (added?.isShown) this.store.setState({ unnamed: added.name });
  }

  /** Deletes a scenario. Its neighbour is shown at once, so that the next press is about what the person sees then. */
  async remove(scenario: Scenario | undefined): Promise<void> {
    if (!scenario || scenario.name === defaultScenario.name) return;
    const isAgain = this.#leaving.has(scenario.name);
    this.#leaving.add(scenario.name);
    const isShown = this.shown?.name === scenario.name;
    if (isShown) this.choose(this.#neighbourOf(scenario.name));
    if (isAgain) return;
    const showAgain = this.remember();
    await this.#edits.take(async () => {
      const name = this.#renames.current(scenario.name, this.all);
      const reply = await this.#client.call('scenarios.remove', { name });
      if (!reply.ok) {
        this.#toaster.fail(reply.problem.detail);
        if (isShown && this.#has(name)) await showAgain(name);
        return;
      }
      this.#toaster.offerUntilEdit(`Deleted the scenario “${name}”.`, {
        title: 'Undo',
        run: () => void this.#restore(name),
      });
      await untilMirrored(this.#mirror, () => !this.#has(name));
    });
    this.#leaving.delete(scenario.name);
  }

  /** The scenario after another one, otherwise the one before it, that is not being deleted. */
  #neighbourOf(name: string): string {
    const place = this.#placeOf(name);
    const stays = (one: Scenario) => !this.#leaving.has(one.name);
    const neighbour = this.all.slice(place + 1).find(stays) ?? this.all.slice(0, place).findLast(stays);
    return (neighbour ?? defaultScenario).name;
  }

  /** Moves a scenario as far as from one place to another, from where the edits before have put it. */
  async move(from: number, to: number): Promise<void> {
    const asked = this.all[from]?.name;
    if (asked === undefined) return;
    await this.#edits.take(async () => {
      const name = this.#renames.current(asked, this.all);
      const place = this.#placeOf(name);
      const target = nearestPlace(place + to - from, this.all);
      if (place < 0 || target === place) return;
      const reply = await this.#client.call('scenarios.move', { name, to: target });
      if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
      await untilMirrored(this.#mirror, () => this.#placeOf(name) === target);
    });
  }

  /** Activates a scenario for all clients, by the name that the edits before leave it; see {@link ScenarioSwitch}. */
  activate(name: string): Promise<void> {
    const switching = this.#edits.ended().then(() => this.#switch.to(this.#renames.current(name, this.all)));
    this.#switching = switching;
    return switching;
  }

  /** Downloads the named scenarios, or all, with the edits before. */
  async export(asked?: readonly string[]): Promise<void> {
    await this.#edits.ended();
    const names = asked?.map((name) => this.#renames.current(name, this.all));
    const reply = await this.#client.call('scenarios.export', names ? { names } : {});
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    download(reply.value.file, reply.value.text);
  }

  /**
   * Adds a scenario and shows it, unless the person has gone on. `make` is called after the edits before. Returns null after a
   * message if it is refused.
   */
  put(make: () => NewScenario): Promise<AddedScenario | null> {
    const show = this.remember();
    return this.#edits.take(async () => {
      const { wanted, content, at } = make();
      const taken = new Set<string>();
      for (;;) {
        const name = freeName(wanted, this.all, taken);
        taken.add(name);
        const input = { scenario: { ...content, name }, base: null, ...(at !== undefined && { at }) };
        const reply = await this.#client.call('scenarios.put', input);
        if (reply.ok) return { name, isShown: await show(name) };
        // Otherwise another window has just taken the name.
        if (theirsOf(reply.problem) === undefined) {
          this.#toaster.fail(reply.problem.detail);
          return null;
        }
      }
    });
  }

  /** Restores a deleted scenario and selects it. */
  async #restore(name: string): Promise<void> {
    const show = this.remember();
    if (await undo(this.#client, this.#toaster)) await show(name);
  }

  /** Resolves once the edits so far are saved, and the latest switch is carried out. */
  get settled(): Promise<unknown> {
    return Promise.allSettled([this.#edits.ended(), this.#switching]);
  }

  /** Waits until the mirror has the scenario, so that the next edit is made on it. */
  #saved(scenario: Scenario): Promise<void> {
    return untilMirrored(this.#mirror, () => this.all.some((one) => sameScenario(one, scenario)));
  }
}
