/**
 * A part of the output of a command that is found once its changes are made: instances that share a state agree on them after
 * the command. A reply that is kept for a repeated call is written before, and has null there.
 */
export class Afterwards<T> {
  readonly find: () => Promise<T>;

  constructor(find: () => Promise<T>) {
    this.find = find;
  }

  toJSON(): null {
    return null;
  }
}
