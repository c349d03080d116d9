/** A row of the table of rooms. */
export interface Room {
  /** The folder, or one of the few files at the top of server/. */
  readonly path: string;
  /** Rooms it may import; `x/**` stands for the rooms of x in the rows above. */
  readonly rooms: readonly string[];
  /** Packages it may import; `node` stands for Node's own modules. */
  readonly packages: readonly string[];
  readonly reason: string;
  /** Why a folder of more than `maxFiles` files is still one list of alike things. */
  readonly alike?: string;
}

export const room = (
  path: string,
  reason: string,
  rooms: readonly string[] = [],
  packages: readonly string[] = [],
  alike?: string,
): Room => ({ path, reason, rooms, packages, ...(alike === undefined ? {} : { alike }) });
