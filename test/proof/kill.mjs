/** `npm run test:kills [-- NUMBER]`: the kill test with so many kills, by default a thousand. */
import { runnerImport } from 'vite';

const kills = Number(process.argv[2] ?? 1000);
/** @type {{ module: typeof import('./kill-proof.ts') }} */
const { module } = await runnerImport(new URL('kill-proof.ts', import.meta.url).pathname);
const tally = await module.killProof(kills);
process.stdout.write(`${JSON.stringify(tally, null, 2)}\n`);
if (tally.damaged + tally.lost + tally.unswept > 0 || tally.mostOrphans > 1) process.exitCode = 1;
