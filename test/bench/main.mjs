/**
 * `npm run bench`: every section in one run on one machine, each against limits that are measured in the same rounds.
 * Nothing here decides a test: figures are read by people. With words after it, only the sections whose names they are;
 * `soak` runs only when it is named. `npm run bench -- --peers` measures other mock servers beside the program instead.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { comparePeers } from './peers/main.mjs';
import { table } from './report.mjs';

/** The start is first: to start a process takes one longer that has sent and read a million messages. */
const usual = ['start', 'get', 'list', 'cold', 'patch', 'memory', 'sessions', 'explain', 'growth'];
const names = [...usual, 'soak'];

const results = join(import.meta.dirname, '../../test-results');
mkdirSync(results, { recursive: true });

const words = process.argv.slice(2);
if (words.includes('--peers')) {
  const { text, picture } = await comparePeers();
  writeFileSync(join(results, 'bench-peers.md'), `${head()}\n${text}`);
  writeFileSync(join(results, 'bench-peers.svg'), picture);
} else {
  const wanted = names.filter((name) => words.includes(name));
  const report = [head(), ''];
  for (const name of wanted.length === 0 ? usual : wanted) {
    const { title, run } = await import(`./sections/${name}.mjs`);
    const section = table(title, await run());
    process.stdout.write(`${section}\n`);
    report.push(section);
  }
  writeFileSync(join(results, 'bench.md'), report.join('\n'));
}

function head() {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpus().length} × ${processor?.model.trim()}, ${memory} GiB, Node ${process.version}, ${process.platform}`,
    `${new Date().toISOString().slice(0, 10)}, client and server on the same machine: ratios hold, figures do not`,
  ].join('\n');
}
