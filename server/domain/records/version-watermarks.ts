/** The versions that a restart needs, so that versions never decrease. */
export interface VersionWatermarks {
  /** Ids without a fixture start above this version. */
  readonly floor: number;
  /** The version at which fixtures start that `versions` leaves out. */
  readonly first: number;
  /** Sessions write above this version. */
  readonly sessions: number;
  /** Ids with the versions at which their fixtures start. The last one counts if an id comes twice. */
  readonly versions: Iterable<readonly [id: string, version: number]>;
}

/** Watermarks with which every record starts above that version. */
export function startAbove(version: number): VersionWatermarks {
  return { floor: version, first: version + 1, sessions: version, versions: [] };
}

export function highestVersion({ floor, first, sessions, versions }: VersionWatermarks): number {
  let highest = Math.max(floor, first, sessions);
  for (const [, version] of versions) highest = Math.max(highest, version);
  return highest;
}
