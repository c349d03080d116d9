/** The figures of a run as a table for people, and as a plot. */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} value
 * @property {string} unit
 * @property {number} [ratio]
 * @property {string} [of] What the ratio is of.
 * @property {string} limit The target as text; empty where there is none.
 * @property {boolean | null} holds
 */

/**
 * A figure. The target is for the ratio where there is one, else for the value.
 * @param {string} name
 * @param {number} value
 * @param {string} unit
 * @param {{ ratio?: number, of?: string, atLeast?: number, atMost?: number }} [against]
 * @returns {Row}
 */
export function row(name, value, unit, { ratio, of, atLeast, atMost } = {}) {
  const judged = ratio ?? value;
  const holds = atLeast !== undefined ? judged >= atLeast : atMost !== undefined ? judged <= atMost : null;
  const limit = atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : '';
  return { name, value, unit, ratio, of, limit, holds };
}

/**
 * @param {string} title
 * @param {readonly Row[]} rows
 */
export function table(title, rows) {
  const lines = rows.map(({ name, value, unit, ratio, of, limit, holds }) => {
    const figure = `${round(value)} ${unit}`.trim();
    const relation = ratio === undefined ? '' : `${ratio.toFixed(2)} × ${of}`;
    const verdict = holds === null ? '' : holds ? 'holds' : 'missed';
    return `| ${name} | ${figure} | ${relation} | ${limit} | ${verdict} |`;
  });
  return [`### ${title}`, '', '| what | figure | ratio | target | |', '|---|---:|---|---|---|', ...lines, ''].join(
    '\n',
  );
}

/** @param {number} value */
function round(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 100) / 100);
}
