import { defaultScenario, type Scenario, sameScenario } from './scenario.ts';

/** A scenario that continues under another name. */
export interface ScenarioRename {
  readonly from: string;
  readonly to: string;
}

/** The next scenarios, the first active one among them, and the rename that leads to them. */
export interface ScenarioChange {
  readonly next: readonly Scenario[];
  readonly begin: string;
  readonly rename: ScenarioRename | null;
}

export function sameScenarios(a: readonly Scenario[], b: readonly Scenario[]): boolean {
  const isSame = (one: Scenario, place: number) => {
    const other = b[place];
    return other !== undefined && (one === other || sameScenario(one, other));
  };
  return a.length === b.length && a.every(isSame);
}

/** For each scenario that a change takes away, the name of the one that is active instead: its new name, or Default. */
export function replacedScenarios(
  before: Iterable<string>,
  { next, rename }: ScenarioChange,
): Readonly<Record<string, string>> {
  const names = new Set(next.map(({ name }) => name));
  const removed = [...before].filter((name) => !names.has(name));
  return Object.fromEntries(removed.map((name) => [name, name === rename?.from ? rename.to : defaultScenario.name]));
}
