/** Formats the figures of a section as a Markdown table. */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} value
 * @property {string} unit
 * @property {number} [ratio]
 * @property {string} [of] The reference of the ratio.
 * @property {string} limit The target as text; empty without a target.
 * @property {boolean | null} holds Null without a target.
 */

/**
 * A row of the table. The target applies to the ratio if there is one, else to the value.
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
  return [
    `### ${title}`,
    '',
    '| measurement | figure | ratio | target | |',
    '|---|---:|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

/** @param {number} value */
function round(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 100) / 100);
}
