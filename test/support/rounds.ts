/** Whether tests take all their rounds, as in `npm run proofs`. */
export const takesAllRounds = process.env.ALL_ROUNDS === '1';

/** How many times fewer rounds than in `npm test`; more than 1 where every round is slow. */
const divisor = Number(process.env.ROUNDS_DIVISOR ?? 1);

/**
 * Rounds of a test that repeats itself with random input or at many places: a sixth of them in `npm test`, or one of so
 * many if a round is slow.
 */
export const rounds = (all: number, oneOf = 6): number => (takesAllRounds ? all : Math.ceil(all / (oneOf * divisor)));

/** A list for a test that takes its entries one by one: every nth from the first on in `npm test`, all in the proofs. */
export const partOf = <T>(all: readonly T[], oneOf: number): readonly T[] =>
  all.filter((_, index) => takesAllRounds || index % oneOf === 0);
