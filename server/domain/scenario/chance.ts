import { mixBits } from '../basics/mix-bits.ts';

/**
 * A random number from 0 to below 1, determined by seed, stream and place in the stream. It has no state, so a rule's
 * choices do not depend on the requests that other rules have matched.
 */
export function chance(seed: number, stream: number, place: number): number {
  let bits = mixBits(seed ^ 0x6a09e667);
  bits = mixBits(bits ^ Math.imul(stream + 1, 0x9e3779b1));
  bits = mixBits(bits ^ Math.imul(place + 1, 0x85ebca77));
  return (bits >>> 0) / 0x1_0000_0000;
}

/** A normally distributed number with mean 0 and deviation 1 (Box-Muller transform). */
export function normalChance(seed: number, stream: number, place: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - chance(seed, stream, 2 * place)));
  return radius * Math.cos(2 * Math.PI * chance(seed, stream, 2 * place + 1));
}
