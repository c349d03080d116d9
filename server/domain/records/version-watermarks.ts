/** The versions that a restart needs, so that versions never decrease. */
export interface VersionWatermarks {
  /** Ids without a fixture start above this version. */
  readonly floor: number;
  /** The version at which fixtures start that `versions` leaves out. */
  readonly first: number;
  /** Sessions write above this version. */
  readonly sessions: number;
  /** The version at which a fixture starts, by id. */
  readonly versions: ReadonlyMap<string, number>;
}

/** Watermarks with which every record starts above that version. */
export function startAbove(version: number): VersionWatermarks {
  return { floor: version, first: version + 1, sessions: version, versions: new Map() };
}

export function highestVersion({ floor, first, sessions, versions }: VersionWatermarks): number {
  return [...versions.values()].reduce((a, b) => Math.max(a, b), Math.max(floor, first, sessions));
}
