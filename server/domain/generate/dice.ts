import { mixBits } from '../basics/mix-bits.ts';

/** A pseudorandom generator: the same seed gives the same sequence. */
export class Dice {
  #state: number;

  /** Different streams of one seed are independent of each other. */
  constructor(seed: number, stream: number) {
    this.#state = mixBits(seed ^ Math.imul(stream + 1, 0x9e3779b1));
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    return (mixBits(this.#state) >>> 0) / 0x1_0000_0000;
  }

  /** A random integer from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** True with the given probability. */
  happens(chance: number): boolean {
    return this.next() < chance;
  }

  /** A random element; undefined for an empty list. */
  pick<T>(all: readonly T[]): T | undefined {
    return all[this.integer(0, all.length - 1)];
  }

  /** A random character of a text. */
  letter(of: string): string {
    return of[this.integer(0, of.length - 1)] ?? '';
  }

  letters(of: string, count: number): string {
    return Array.from({ length: count }, () => this.letter(of)).join('');
  }
}
