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

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
