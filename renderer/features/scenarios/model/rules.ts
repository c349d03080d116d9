import type { StoreApi } from 'zustand/vanilla';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import type { Problem } from '../../../../server/domain/basics/problem.ts';
import { type Result, refuse } from '../../../../server/domain/basics/result.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { defaultScenario, type Rule, type Scenario } from '../../../../server/domain/scenario/scenario.ts';
import type { Conflicts } from '../../../conflict/conflicts.ts';
import type { Client } from '../../../console/client.ts';
import { offerUndo } from '../../../console/undo.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { nearestPlace } from './nearest-place.ts';
import { rebasedRule, ruleIsGone } from './rule-edit.ts';
import { type EffectKind, initialForm } from './rule-form.ts';
import { RuleIds } from './rule-ids.ts';
import { ruleOf } from './rule-of-form.ts';
import { ruleOfRequest } from './rule-of-request.ts';
import { type RuleRefusal, refusalOf } from './rule-refusal.ts';
import type { AddedScenario, NewScenario, ScenariosState } from './scenarios-state.ts';
import type { Visits } from './visits.ts';

/** What rules need of the scenarios that hold them. */
interface Holder {
  readonly store: StoreApi<ScenariosState>;
  readonly visits: Visits;
  /** The name of the scenario that is active for all clients. */
  readonly active: string;
  readonly shown: Scenario | undefined;
  named(name: string): Scenario;
  choose(name: string): void;
  change(name: string, edit: (scenario: Scenario) => Scenario | Promise<Scenario>): Promise<Problem | null>;
  put(make: () => NewScenario): Promise<AddedScenario | null>;
}

/** Copies, deletes or moves the item at a place; returns the same list if nothing changes. */
type Rearrange = <Item>(items: readonly Item[], place: number) => readonly Item[];

interface Services {
  readonly client: Client;
  readonly toaster: Toaster;
  readonly conflicts: Conflicts;
}

/**
 * The actions on the rules of a scenario. A rule is named by its id, and each edit finds it where the edits before it, which may
 * still be under way, have put it.
 */
export class Rules {
  readonly ids: RuleIds = new RuleIds();
  readonly #scenarios: Holder;
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #conflicts: Conflicts;

  constructor(scenarios: Holder, { client, toaster, conflicts }: Services) {
    this.#scenarios = scenarios;
    this.#client = client;
    this.#toaster = toaster;
    this.#conflicts = conflicts;
  }

  /** Opens a rule of the shown scenario, or none. */
  open(id: number | null): void {
    const { shown, store } = this.#scenarios;
    if (!shown) return;
    this.#scenarios.choose(shown.name);
    store.setState({ openRule: id, isAddingRule: false });
  }

  /** Opens the rule that stands at an index, from 0; -1 is the last one. Rules of another scenario may have the same ids. */
  #openAt(name: string, index: number, isAddingRule = false): void {
    const scenario = this.#scenarios.named(name);
    if (this.#scenarios.shown?.name !== scenario.name) return;
    this.#scenarios.store.setState({ openRule: this.ids.of(scenario).at(index) ?? null, isAddingRule });
  }

  /** Appends a rule of that kind and opens it. */
  async add(name: string, kind: EffectKind): Promise<void> {
    const rule = ruleOf(initialForm(kind));
    if (!rule.ok) throw new Error(rule.problem);
    const showLater = this.#scenarios.visits.remember();
    if (!(await this.#changeAll(name, (rules) => [...rules, rule.value]))) return;
    showLater(() => this.#openAt(name, -1, true));
  }

  /**
   * Adds a rule that repeats the response of a logged request, and opens it. The rule goes to the active scenario, or to
   * a new one if the default scenario is active. Returns false after a toast if there can be no such rule.
   */
  async addLike(detail: RequestDetail): Promise<boolean> {
    const rule = ruleOfRequest(detail);
    if (!rule.ok) {
      this.#toaster.fail(rule.problem);
      return false;
    }
    const { active } = this.#scenarios;
    if (active === defaultScenario.name) {
      const wanted = `${detail.method} responds with ${detail.status}`;
      const added = await this.#scenarios.put(() => ({ wanted, content: { description: '', rules: [rule.value] } }));
      if (added?.isShown) this.#openAt(added.name, 0);
      return added !== null;
    }
    this.#scenarios.choose(active);
    const showLater = this.#scenarios.visits.remember();
    if (!(await this.#changeAll(active, (rules) => [...rules, rule.value]))) return false;
    showLater(() => this.#openAt(active, -1));
    offerUndo(this.#client, this.#toaster, `Added a rule to “${active}”, which is active for all clients.`);
    return true;
  }

  async duplicate(name: string, id: number): Promise<void> {
    const showLater = this.#scenarios.visits.remember();
    const place = await this.#change(name, id, (rules, at) => rules.toSpliced(at, 0, ...rules.slice(at, at + 1)));
    if (place !== null) showLater(() => this.#openAt(name, place + 1));
  }

  async remove(name: string, id: number): Promise<void> {
    const place = await this.#change(name, id, (rules, at) => rules.toSpliced(at, 1));
    if (place === null) return;
    const { shown, store } = this.#scenarios;
    const isShown = shown?.name === this.#scenarios.named(name).name;
    if (isShown && store.getState().openRule === id) store.setState({ openRule: null });
    offerUndo(this.#client, this.#toaster, `Deleted rule ${place + 1} of “${name}”.`);
  }

  /** Moves a rule as far as from one place to another, from where the edits before have put it. */
  async move(name: string, from: number, to: number): Promise<void> {
    const id = this.ids.of(this.#scenarios.named(name))[from] ?? 0;
    await this.#change(name, id, (rules, at) => {
      const target = nearestPlace(at + to - from, rules);
      return target === at ? rules : rules.toSpliced(at, 1).toSpliced(target, 0, ...rules.slice(at, at + 1));
    });
  }

  /** Replaces a rule that was `begun` when the edit began; changes of it since are merged. Returns the reason if it is refused. */
  async replace(name: string, id: number, begun: JsonObject, rule: JsonObject): Promise<RuleRefusal | null> {
    let unmerged: string | null = null;
    let place = -1;
    const refused = await this.#scenarios.change(name, async (scenario) => {
      place = this.#placeOf(scenario, id);
      const rebased = await rebasedRule(this.#conflicts, scenario.rules, { index: place, begun, rule });
      // The host validates the rule and names the invalid member.
      if (rebased.ok) return withRule(scenario, place, rebased.value);
      unmerged = rebased.problem;
      return scenario;
    });
    if (refused) return refusalOf(refused, `/rules/${place}`);
    return unmerged === null ? null : { pointer: '', reason: unmerged };
  }

  /**
   * Edits the latest version of a rule, so that quick successive edits do not undo each other. Returns the reason if the
   * edit is refused.
   */
  async edit(name: string, id: number, edit: (rule: Rule) => Result<Rule, string>): Promise<string | null> {
    let misread: string | null = null;
    let place = -1;
    const refused = await this.#scenarios.change(name, (scenario) => {
      place = this.#placeOf(scenario, id);
      const rule = scenario.rules[place];
      const edited = rule ? edit(rule) : refuse(ruleIsGone);
      if (edited.ok) return withRule(scenario, place, edited.value);
      misread = edited.problem;
      return scenario;
    });
    return refused ? refusalOf(refused, `/rules/${place}`).reason : misread;
  }

  /** The index of a rule now; -1 if it was deleted. */
  #placeOf(scenario: Scenario, id: number): number {
    return this.ids.of(scenario).indexOf(id);
  }

  /**
   * Rearranges the rules, and their ids alike, around the place where a rule stands once the edits before are saved. Returns
   * that place; null if it is gone.
   */
  async #change(name: string, id: number, rearrange: Rearrange): Promise<number | null> {
    let place = -1;
    const isChanged = await this.#changeAll(name, (rules, scenario) => {
      const ids = this.ids.of(scenario);
      place = ids.indexOf(id);
      if (place < 0) return rules;
      const rearranged = rearrange(rules, place);
      if (rearranged !== rules) this.ids.expect(scenario.name, rearranged, rearrange(ids, place));
      return rearranged;
    });
    return isChanged && place >= 0 ? place : null;
  }

  async #changeAll(
    name: string,
    edit: (rules: readonly Rule[], scenario: Scenario) => readonly Rule[],
  ): Promise<boolean> {
    const refused = await this.#scenarios.change(name, (scenario) => {
      const rules = edit(scenario.rules, scenario);
      return rules === scenario.rules ? scenario : { ...scenario, rules };
    });
    if (refused) this.#toaster.fail(refused.detail);
    return refused === null;
  }
}

/** The scenario with another rule at a place; the same scenario if that rule stands there. */
function withRule(scenario: Scenario, place: number, rule: Rule): Scenario {
  return scenario.rules[place] === rule ? scenario : { ...scenario, rules: scenario.rules.with(place, rule) };
}
