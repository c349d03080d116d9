/** Whether tests take all their rounds, as in `npm run proofs`. */
export const takesAllRounds = process.env.ALL_ROUNDS === '1';

/** Rounds of a test that repeats itself with random input or at many places: a quarter of them in `npm test`. */
export const rounds = (all: number): number => (takesAllRounds ? all : Math.ceil(all / 4));
