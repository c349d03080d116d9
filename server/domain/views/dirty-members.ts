import type { ObservedChange } from '../records/record-source.ts';

/** Member names with a bit of their own. */
const memberLimit = 31;
/** Records to remember. */
const recordLimit = 8192;

/**
 * The members of records that every view of a source has already marked dirty. Another change of the same members needs no
 * work until a view is read. So a client that writes thousands of times between two reads costs one lookup a write,
 * however many views there are.
 */
export class DirtyMembers {
  readonly #bits = new Map<string, number>();
  /** The bits of the dirty members, by the id of the record. */
  #dirty = new Map<string, number>();

  /** True when all changed members of the record are dirty already; otherwise adds them. */
  covers({ id, changed }: ObservedChange): boolean {
    const bits = this.#bitsOf(changed ?? []);
    if (bits === 0) return false;
    const dirty = this.#dirty.get(id) ?? 0;
    if ((dirty & bits) === bits) return true;
    if (dirty === 0 && this.#dirty.size >= recordLimit) this.clear();
    this.#dirty.set(id, dirty | bits);
    return false;
  }

  /** Must be called when a view begins to take over its dirty records, or is added. */
  clear(): void {
    if (this.#dirty.size > 0) this.#dirty = new Map();
  }

  /** 0 when there is no bit left for one of the names. */
  #bitsOf(names: readonly string[]): number {
    let bits = 0;
    for (const name of names) {
      let bit = this.#bits.get(name);
      if (bit === undefined) {
        if (this.#bits.size === memberLimit) return 0;
        bit = 1 << this.#bits.size;
        this.#bits.set(name, bit);
      }
      bits |= bit;
    }
    return bits;
  }
}
