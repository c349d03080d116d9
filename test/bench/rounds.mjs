/**
 * Measures several contenders in alternating rounds, so that other load hits all of them alike. Compare figures of the
 * same round: a machine whose speed drifts is equally fast for all contenders of a round.
 * @template {string} Name
 * @param {Record<Name, () => Promise<number>>} contenders
 * @param {{ rounds?: number, warmUp?: number }} [options]
 * @returns {Promise<readonly Record<Name, number>[]>} the figures of all contenders, round by round
 */
export async function alternate(contenders, { rounds = 7, warmUp = 2 } = {}) {
  const results = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const result = /** @type {Record<Name, number>} */ ({});
    for (const name of /** @type {Name[]} */ (Object.keys(contenders))) result[name] = await contenders[name]();
    if (round >= warmUp) results.push(result);
  }
  return results;
}

/**
 * The median of a figure over all rounds.
 * @template Round
 * @param {readonly Round[]} rounds
 * @param {(round: Round) => number} figure
 */
export function medianOf(rounds, figure) {
  return median(rounds.map(figure));
}

/** @typedef {{ readonly one: number, readonly other: number }} Pair */

/**
 * Measures two costs in pairs, each in turn first. A machine whose speed drifts from second to second is equally fast
 * for both costs of a pair.
 * @param {() => Promise<number>} one
 * @param {() => Promise<number>} other
 * @param {{ pairs: number, warmUp: number }} options
 * @returns {Promise<readonly Pair[]>}
 */
export async function inPairs(one, other, { pairs, warmUp }) {
  const costs = [];
  for (let pair = 0; pair < warmUp + pairs; pair++) {
    const first = await (pair % 2 === 0 ? one : other)();
    const second = await (pair % 2 === 0 ? other : one)();
    if (pair >= warmUp) costs.push(pair % 2 === 0 ? { one: first, other: second } : { one: second, other: first });
  }
  return costs;
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
