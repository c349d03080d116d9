import type { ConsoleState } from '../../../../server/contract/schema/state.ts';
import type { Scenario } from '../../../../server/domain/scenario/scenario.ts';

export interface ScenariosState {
  /** Name of the selected scenario, which may be deleted; null stands for the active scenario. */
  readonly chosen: string | null;
  /** Its name when it was selected. A rename keeps this name, so that unsaved typing survives. */
  readonly chosenAs: string | null;
  /** Counts the selections: a scenario may get the name that the one selected before it had then. */
  readonly selection: number;
  /** Its next name during a rename: the mirror may have it before the command returns. */
  readonly chosenNext: string | null;
  /** Id of the open rule of the selected scenario, see {@link RuleIds}. */
  readonly openRule: number | null;
  /** True until a rule that was just added has the focus. */
  readonly isAddingRule: boolean;
  /** Name of a new scenario that still has its generated name. */
  readonly unnamed: string | null;
}

/** Why nothing can be done with the shown scenario after it was deleted. */
export const noneShown = 'Choose a scenario first.';

/** A scenario to add under a free name, which begins with the wanted one; by default at the end. */
export interface NewScenario {
  readonly wanted: string;
  readonly content: Omit<Scenario, 'name'>;
  readonly at?: number;
}

export interface AddedScenario {
  readonly name: string;
  /** False if the person had gone on to something else by then. */
  readonly isShown: boolean;
}

/**
 * The scenario that the view shows: the selected one, otherwise the active one. None takes the place of a selected one that was
 * deleted, because the next press would be about that one.
 */
export function shownScenario(
  { scenarios, scenario }: Pick<ConsoleState, 'scenarios' | 'scenario'>,
  { chosen, chosenNext }: Pick<ScenariosState, 'chosen' | 'chosenNext'>,
): Scenario | undefined {
  const find = (name: string | null) => scenarios.find((one) => one.name === name);
  return chosen === null ? find(scenario) : (find(chosen) ?? find(chosenNext));
}
