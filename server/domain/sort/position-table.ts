import type { KeyRank } from './key-order.ts';
import type { Position, Probe, SortValue } from './position.ts';

/** A list of positions in two arrays. Objects would take several times the memory and time in the garbage collector. */
export class PositionTable {
  /** Values in each position. */
  readonly width: number;
  readonly keys: KeyRank[];
  /** The values of the first position, then those of the second, and so on. */
  readonly values: SortValue[];

  constructor(width: number, keys: KeyRank[] = [], values: SortValue[] = []) {
    this.width = width;
    this.keys = keys;
    this.values = values;
  }

  get length(): number {
    return this.keys.length;
  }

  /** The position at an index that is in the table, written into the probe. */
  at(index: number, probe: Probe): Position {
    const first = index * this.width;
    for (let place = 0; place < this.width; place++) probe.values[place] = this.values[first + place];
    probe.key = this.keys[index] as KeyRank;
    return probe;
  }

  /** A table of the positions at those indexes, in their order. */
  pick(indexes: readonly number[]): PositionTable {
    const { width } = this;
    const keys = indexes.map((index) => this.keys[index] as KeyRank);
    const values: SortValue[] = [];
    for (const index of indexes) {
      for (let place = index * width; place < (index + 1) * width; place++) values.push(this.values[place]);
    }
    return new PositionTable(width, keys, values);
  }

  /** Puts the position in a row of another table before the one at that index, or after the last. */
  insert(index: number, table: PositionTable, row: number): void {
    const { width } = this;
    this.keys.splice(index, 0, table.keys[row] as KeyRank);
    if (width === 1) this.values.splice(index, 0, table.values[row]);
    else this.values.splice(index * width, 0, ...table.values.slice(row * width, (row + 1) * width));
  }

  /** Takes out the position at that index, and returns its key; undefined when there is none. */
  remove(index: number): KeyRank | undefined {
    this.values.splice(index * this.width, this.width);
    return this.keys.splice(index, 1)[0];
  }

  /** Takes out the positions from that index on. */
  cut(index: number): PositionTable {
    return new PositionTable(this.width, this.keys.splice(index), this.values.splice(index * this.width));
  }
}
