import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Problem, problem } from '../../../../server/domain/basics/problem.ts';
import { defaultScenario, type Scenario, sameScenario } from '../../../../server/domain/scenario/scenario.ts';
import { type Conflicts, notSaved, theirsOf } from '../../../conflict/conflicts.ts';
import type { Client } from '../../../console/client.ts';
import type { Mirror } from '../../../console/mirror.ts';
import { offerUndo, undo } from '../../../console/undo.ts';
import { untilMirrored } from '../../../console/until-mirrored.ts';
import { download } from '../../../ui/base/download.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { asEdit, asJson } from './rule-edit.ts';
import { Rules } from './rules.ts';
import { freeName, Renames } from './scenario-names.ts';
import { ScenarioSwitch } from './scenario-switch.ts';
import { type ScenariosState, shownScenario } from './scenarios-state.ts';

/** The state of the scenarios view and its actions. It outlives the view. */
export class Scenarios {
  readonly store: StoreApi<ScenariosState> = createStore<ScenariosState>(() => ({
    chosen: null,
    chosenAs: null,
    chosenNext: null,
    openRule: null,
    isAddingRule: false,
    unnamed: null,
  }));
  readonly rules: Rules;
  readonly #client: Client;
  readonly #mirror: Mirror['store'];
  readonly #toaster: Toaster;
  readonly #conflicts: Conflicts;
  readonly #switch: ScenarioSwitch;
  readonly #renames = new Renames();
  /** Edits run one after the other, each on the result of the previous one. */
  #saving: Promise<unknown> = Promise.resolve();
  #switching: Promise<unknown> = Promise.resolve();

  constructor(client: Client, mirror: Mirror['store'], toaster: Toaster, conflicts: Conflicts) {
    this.#client = client;
    this.#mirror = mirror;
    this.#toaster = toaster;
    this.#conflicts = conflicts;
    this.#switch = new ScenarioSwitch(client, mirror, toaster);
    this.rules = new Rules(this, { client, toaster, conflicts });
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

  choose(name: string): void {
    if (name !== this.shown?.name) {
      this.store.setState({ chosen: name, chosenAs: name, chosenNext: null, openRule: null, unnamed: null });
    }
  }

  /** The scenario that was asked for under a name; an empty one if it is gone. */
  named(name: string): Scenario {
    const current = this.#renames.current(name, this.all);
    return this.all.find((one) => one.name === current) ?? { ...defaultScenario, name };
  }

  /** Saves a change of a scenario, unless `edit` returns the same one; returns the problem if it is refused. */
  change(asked: string, edit: (scenario: Scenario) => Scenario | Promise<Scenario>): Promise<Problem | null> {
    return this.#next(async () => {
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
      this.#renames.add(name, reply.value.name);
      const { chosen, unnamed } = this.store.getState();
      if (chosen === name) this.store.setState({ chosen: reply.value.name, chosenNext: null });
      if (unnamed === name) this.store.setState({ unnamed: null });
      return null;
    });
  }

  async add(): Promise<void> {
    const name = await this.put('New scenario', { description: '', rules: [] });
    this.store.setState({ unnamed: name });
  }

  /** Inserts a copy after a scenario. */
  async duplicate(original: Scenario | undefined): Promise<void> {
    if (!original) return;
    const name = await this.put(`${original.name} copy`, original, this.all.indexOf(original) + 1);
    this.store.setState({ unnamed: name });
    const isThere = this.all.some((one) => one.name === name);
    if (isThere) offerUndo(this.#client, this.#toaster, `Duplicated the scenario “${original.name}”.`);
  }

  async remove(scenario: Scenario | undefined): Promise<void> {
    if (!scenario || scenario.name === defaultScenario.name) return;
    await this.#next(async () => {
      const name = this.#renames.current(scenario.name, this.all);
      const place = this.all.findIndex((one) => one.name === name);
      const neighbour = this.all[place + 1] ?? this.all[place - 1];
      const reply = await this.#client.call('scenarios.remove', { name });
      if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
      if (neighbour) this.choose(neighbour.name);
      this.#toaster.offerUntilEdit(`Deleted the scenario “${name}”.`, {
        title: 'Undo',
        run: () => void this.#restore(name),
      });
    });
  }

  /** Moves a scenario as far as from one place to another, from where the edits before have put it. */
  async move(from: number, to: number): Promise<void> {
    const name = this.all[from]?.name;
    const place = () => this.all.findIndex((one) => one.name === name);
    await this.#next(async () => {
      const target = place() + to - from;
      if (name === undefined || place() < 0 || !this.all[target]) return;
      const reply = await this.#client.call('scenarios.move', { name, to: target });
      if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
      await untilMirrored(this.#mirror, () => place() === target);
    });
  }

  /** Activates a scenario for all clients; see {@link ScenarioSwitch}. */
  activate(name: string): Promise<void> {
    const switching = this.#switch.to(name);
    this.#switching = switching;
    return switching;
  }

  /** Downloads the named scenarios, or all. */
  async export(names?: readonly string[]): Promise<void> {
    const reply = await this.#client.call('scenarios.export', names ? { names: [...names] } : {});
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    download(reply.value.file, reply.value.text);
  }

  /** Adds a scenario under a free name and chooses it. Returns the name. */
  put(wanted: string, content: Omit<Scenario, 'name'>, at?: number): Promise<string> {
    return this.#next(async () => {
      const taken = new Set<string>();
      for (;;) {
        const name = freeName(wanted, this.all, taken);
        taken.add(name);
        const input = { scenario: { ...content, name }, base: null, ...(at !== undefined && { at }) };
        const reply = await this.#client.call('scenarios.put', input);
        if (reply.ok) await this.#saved(reply.value);
        else if (theirsOf(reply.problem) === undefined) this.#toaster.fail(reply.problem.detail);
        // Another window has just taken the name.
        else continue;
        this.choose(name);
        return name;
      }
    });
  }

  /** Restores a deleted scenario and selects it. */
  async #restore(name: string): Promise<void> {
    if (await undo(this.#client, this.#toaster)) this.choose(name);
  }

  /** Resolves once the edits so far are saved, and the latest switch is carried out. */
  get settled(): Promise<unknown> {
    return Promise.allSettled([this.#saving, this.#switching]);
  }

  #next<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#saving.then(step);
    this.#saving = result.catch(() => undefined);
    return result;
  }

  /** Waits until the mirror has the scenario, so that the next edit is made on it. */
  #saved(scenario: Scenario): Promise<void> {
    return untilMirrored(this.#mirror, () => this.all.some((one) => sameScenario(one, scenario)));
  }
}
