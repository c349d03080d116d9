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

/**
 * How many times the one costs what the other does: the median of what pairs of rounds say that follow each other at once,
 * the one and the other first in turn. A machine whose pace drifts from second to second is as quick for both of a pair.
 * @param {() => Promise<number>} one
 * @param {() => Promise<number>} other
 * @param {{ pairs: number, warmUp: number }} options
 * @returns {Promise<{ readonly cost: number, readonly ratio: number }>} The cost is the median of the one.
 */
export async function compare(one, other, { pairs, warmUp }) {
  const costs = [];
  const ratios = [];
  for (let pair = 0; pair < warmUp + pairs; pair++) {
    const first = await (pair % 2 === 0 ? one : other)();
    const second = await (pair % 2 === 0 ? other : one)();
    const [cost, against] = pair % 2 === 0 ? [first, second] : [second, first];
    if (pair < warmUp) continue;
    costs.push(cost);
    ratios.push(cost / against);
  }
  return { cost: median(costs), ratio: median(ratios) };
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
