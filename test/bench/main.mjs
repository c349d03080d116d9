/**
 * `npm run bench`: runs every section on this machine and compares each figure with a limit from the same rounds. People
 * read the figures; no test depends on them. `npm run bench -- get list` runs only these sections; `soak` and `share` run only by
 * name. `npm run bench -- --peers` compares the program with other mock servers instead.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { comparePeers } from './peers/main.mjs';
import { table } from './report.mjs';

/** `start` comes first: spawning takes longer for a process that has sent a million messages. */
const usual = ['start', 'get', 'list', 'cold', 'patch', 'memory', 'sessions', 'explain', 'growth', 'audit', 'jump'];
const names = [...usual, 'soak', 'share'];

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
    `${new Date().toISOString().slice(0, 10)}, client and server on the same machine: compare ratios, not figures`,
  ].join('\n');
}
