/** `npm run bench -- --peers`: the program beside other mock servers, with the same users and the same work. */
import { plot } from '../plot.mjs';
import { contenders } from './contenders.mjs';
import { installPeers } from './install.mjs';
import { measure } from './measure.mjs';

const sizes = [10_000, 100_000];

const legend = `In brackets: how many times the program is ahead. Wrong: an answer was not what was asked for, or a GET after a write
still had the old value. A contender that takes more than 100 ms for an answer has one client, all others have sixteen.
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
    picture: plot({ title, xName: 'users', yName: 'answers a second', lines }),
  };
}

/**
 * A line for everything that was measured; beside the figures of others, by how much the program is ahead.
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
    return [line(task, 'a second', of('rate'), 'more'), line(`${task}, p99`, 'ms', of('p99'), 'less')];
  });
  return [
    `### ${size.toLocaleString('en')} users`,
    '',
    `| | ${measured.map(({ name }) => name).join(' | ')} |`,
    `|---|${measured.map(() => '---:|').join('')}`,
    ...cellLines,
    line('start to first answer', 'ms', ({ start }) => start, 'less'),
    line('memory after the same requests', 'MB', ({ memory }) => memory, 'less'),
    '',
  ].join('\n');
}

/** Three digits, or all of a large number. @param {number} value */
function round(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));
}
