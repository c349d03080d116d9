interface Named {
  readonly name: string;
}

/** The new name of the item at a place, if that is the only name that has changed. */
export function renamedTo(before: readonly Named[], now: readonly Named[], place: number): string | undefined {
  const name = now[place]?.name;
  if (before.length !== now.length || name === undefined || before.some((one) => one.name === name)) return undefined;
  return now.every((one, index) => index === place || one.name === before[index]?.name) ? name : undefined;
}
