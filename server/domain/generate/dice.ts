import { mixBits } from '../basics/mix-bits.ts';

/** Choices that are the same for the same seed, one after the other. */
export class Dice {
  #state: number;

  /** Throws of different streams of one seed are independent of each other. */
  constructor(seed: number, stream: number) {
    this.#state = mixBits(seed ^ Math.imul(stream + 1, 0x9e3779b1));
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    return (mixBits(this.#state) >>> 0) / 0x1_0000_0000;
  }

  /** A whole number, both ends included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** True that often, from 0 to 1. */
  happens(chance: number): boolean {
    return this.next() < chance;
  }

  /** One of them; undefined where there are none. */
  pick<T>(all: readonly T[]): T | undefined {
    return all[this.integer(0, all.length - 1)];
  }

  /** Of text: one of its characters. */
  letter(of: string): string {
    return of[this.integer(0, of.length - 1)] ?? '';
  }

  letters(of: string, count: number): string {
    return Array.from({ length: count }, () => this.letter(of)).join('');
  }
}
