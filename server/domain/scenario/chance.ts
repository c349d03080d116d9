import { mixBits } from '../basics/mix-bits.ts';

/**
 * A number from 0 to below 1 for a place in a sequence: the same for the same seed, stream and place, and for all
 * practical purposes independent of every other. No state, so that one rule's choices do not depend on how many requests
 * another rule has seen.
 */
export function chance(seed: number, stream: number, place: number): number {
  let bits = mixBits(seed ^ 0x6a09e667);
  bits = mixBits(bits ^ Math.imul(stream + 1, 0x9e3779b1));
  bits = mixBits(bits ^ Math.imul(place + 1, 0x85ebca77));
  return (bits >>> 0) / 0x1_0000_0000;
}

/** A number of the normal distribution with mean 0 and deviation 1, by Box and Muller's transformation. */
export function normalChance(seed: number, stream: number, place: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - chance(seed, stream, 2 * place)));
  return radius * Math.cos(2 * Math.PI * chance(seed, stream, 2 * place + 1));
}
