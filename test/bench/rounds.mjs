/**
 * Measures several contenders in rounds that alternate, so that what else the machine does hits all of them alike, and
 * gives the median of each.
 * @template {string} Name
 * @param {Record<Name, () => Promise<number>>} contenders
 * @param {{ rounds?: number, warmUp?: number }} [options]
 * @returns {Promise<Record<Name, number>>}
 */
export async function alternate(contenders, { rounds = 7, warmUp = 2 } = {}) {
  const names = /** @type {Name[]} */ (Object.keys(contenders));
  const results = new Map(names.map((name) => [name, /** @type {number[]} */ ([])]));
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const name of names) {
      const result = await contenders[name]();
      if (round >= warmUp) results.get(name)?.push(result);
    }
  }
  return /** @type {Record<Name, number>} */ (
    Object.fromEntries(names.map((name) => [name, median(results.get(name) ?? [])]))
  );
}

/** @typedef {{ readonly one: number, readonly other: number }} Pair */

/**
 * What the one costs and what the other does, in rounds that follow each other at once, the one and the other first in
 * turn. A machine whose pace drifts from second to second is as quick for both of a pair.
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
