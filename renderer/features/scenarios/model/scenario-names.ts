interface Named {
  readonly name: string;
}

/** The wanted name, with a number if one of the scenarios has it, or if it is among the names that were refused. */
export function freeName(wanted: string, scenarios: readonly Named[], refused: ReadonlySet<string>): string {
  const isTaken = (name: string) => refused.has(name) || scenarios.some((one) => one.name === name);
  let name = wanted;
  for (let number = 2; isTaken(name); number++) name = `${wanted} ${number}`;
  return name;
}

/** The renames that this console made or saw, so that an edit asked for under a name before still finds its scenario. */
export class Renames {
  readonly #next = new Map<string, string>();

  add(from: string, to: string): void {
    if (from === to) return;
    this.#next.set(from, to);
    // A name that is given again is no earlier one.
    this.#next.delete(to);
  }

  /** The present name of the scenario that had a name; the name itself if it is in use or was never changed. */
  current(name: string, used: readonly Named[]): string {
    let current = name;
    while (!used.some((one) => one.name === current)) {
      const next = this.#next.get(current);
      if (next === undefined) return name;
      current = next;
    }
    return current;
  }
}
