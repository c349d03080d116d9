/** `npm run bench -- --peers`: compares the program with other mock servers, with the same users and tasks. */
import { plot } from '../plot.mjs';
import { contenders } from './contenders.mjs';
import { installPeers } from './install.mjs';
import { measure } from './measure.mjs';

const sizes = [10_000, 100_000];

const legend = `In brackets: by which factor the program is better. Wrong: a response had wrong content, or a GET after a write had the
old value. A server that needs more than 100 ms for a response has one client; all others have sixteen.
`;

/** @returns {Promise<{ text: string, picture: string }>} A table for each size, and a plot of the lists. */
export async function comparePeers() {
  const packages = contenders.flatMap((contender) => contender.package ?? []);
  await installPeers(packages);
  const versions = packages.map(({ name, version }) => `${name} ${version}`);
  const tables = [];
  /** @type {Map<string, [size: number, rate: number][]>} */
  const curves = new Map(contenders.map(({ name }) => [name, []]));
  for (const size of sizes) {
    const measured = await measure(size);
    const text = table(size, measured);
    process.stdout.write(`${text}\n`);
    tables.push(text);
    for (const { name, cells } of measured) {
      const cell = cells.get('list, filtered and sorted');
      if (cell && cell !== 'wrong') curves.get(name)?.push([size, cell.rate]);
    }
  }
  const lines = Array.from(curves, ([name, points]) => ({ name, points })).filter(({ points }) => points.length > 0);
  const title = 'Lists of 20, filtered and sorted';
  return {
    text: [`${versions.join(', ')}\n`, ...tables, legend].join('\n'),
    picture: plot({ title, xName: 'users', yName: 'responses per second', lines }),
  };
}

/**
 * A table with a line for each figure. Beside another server's figure stands the factor by which the program is better.
 * @param {number} size
 * @param {readonly import('./measure.mjs').Measured[]} measured
 */
function table(size, measured) {
  const [own, ...others] = measured;
  if (!own) return '';
  const line = (
    /** @type {string} */ name,
    /** @type {string} */ unit,
    /** @type {(of: import('./measure.mjs').Measured) => number | 'wrong'} */ figure,
    /** @type {'more' | 'less'} */ better,
  ) => {
    const mine = figure(own);
    const cells = others.map((other) => {
      const theirs = figure(other);
      if (theirs === 'wrong' || mine === 'wrong') return 'wrong';
      const ahead = better === 'more' ? mine / theirs : theirs / mine;
      return `${round(theirs)} (${round(ahead)} ×)`;
    });
    return `| ${[`${name}, ${unit}`, mine === 'wrong' ? mine : round(mine), ...cells].join(' | ')} |`;
  };
  const cellLines = Array.from(own.cells.keys()).flatMap((task) => {
    const cell = (/** @type {import('./measure.mjs').Measured} */ { cells }) => cells.get(task) ?? 'wrong';
    const of = (/** @type {'rate' | 'p99'} */ member) => (/** @type {import('./measure.mjs').Measured} */ measured) => {
      const found = cell(measured);
      return found === 'wrong' ? found : found[member];
    };
    return [line(task, 'per second', of('rate'), 'more'), line(`${task}, p99`, 'ms', of('p99'), 'less')];
  });
  return [
    `### ${size.toLocaleString('en')} users`,
    '',
    `| | ${measured.map(({ name }) => name).join(' | ')} |`,
    `|---|${measured.map(() => '---:|').join('')}`,
    ...cellLines,
    line('start to first response', 'ms', ({ start }) => start, 'less'),
    line('memory after the same requests', 'MB', ({ memory }) => memory, 'less'),
    '',
  ].join('\n');
}

/** Two significant digits; all digits from 100 on. @param {number} value */
function round(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));
}
