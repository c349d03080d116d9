/** `npm run test:kills [-- NUMBER]`: the kill tests with so many kills each, by default a thousand. */
import { runnerImport } from 'vite';

const kills = Number(process.argv[2] ?? 1000);
/** @type {{ module: typeof import('./kill-proof.ts') }} */
const files = await runnerImport(new URL('kill-proof.ts', import.meta.url).pathname);
/** @type {{ module: typeof import('./versions-proof.ts') }} */
const versions = await runnerImport(new URL('versions-proof.ts', import.meta.url).pathname);
/** Says how far a proof is, because the whole takes half an hour. @param {string} proof */
const progress = (proof) => (/** @type {number} */ done) => {
  if (done % 100 === 0) process.stderr.write(`${proof}: ${done} of ${kills} kills\n`);
};
const tally = await files.module.killProof(kills, progress('Files'));
process.stdout.write(`${JSON.stringify(tally, null, 2)}\n`);
const versionTally = await versions.module.versionsProof(kills, progress('Versions'));
process.stdout.write(`${JSON.stringify(versionTally, null, 2)}\n`);
const ofFiles = tally.damaged + tally.lost + tally.unswept;
const { damaged, lost, repeated, lostUpdates } = versionTally;
const faults = ofFiles + damaged + lost + repeated + lostUpdates;
if (faults > 0 || tally.mostOrphans > 1) process.exitCode = 1;
