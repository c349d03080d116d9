import type { ObservedChange } from '../records/record-source.ts';

/** Members that are told apart: one bit each. */
const memberLimit = 31;
/** Records that are remembered. */
const recordLimit = 8192;

/**
 * Changes of which whoever follows a source has taken note: a record that changes again in the same members is no news to
 * anybody who has not looked at it since. A client that writes thousands of times between two looks then costs a lookup a
 * write, however many follow.
 */
export class DirtyMembers {
  readonly #bits = new Map<string, number>();
  /** By the id of a record, the bits of its members that were noted to change. */
  #noted = new Map<string, number>();

  /** True when it was noted that all these members of the record change; they count as noted from now on. */
  has({ id, changed }: ObservedChange): boolean {
    const bits = this.#bitsOf(changed ?? []);
    if (bits === 0) return false;
    const noted = this.#noted.get(id) ?? 0;
    if ((noted & bits) === bits) return true;
    if (noted === 0 && this.#noted.size >= recordLimit) this.forget();
    this.#noted.set(id, noted | bits);
    return false;
  }

  /** To be called when somebody takes over what was noted, or begins to note: from then on every change is news again. */
  forget(): void {
    if (this.#noted.size > 0) this.#noted = new Map();
  }

  /** 0 where no bit is left for one of them. */
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
