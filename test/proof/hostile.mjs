/**
 * `npm run test:hostile [-- GROUP… [NUMBER]]`: measures our promises over the built program. Groups are `reads`, `writes`,
 * `commands`, `collections`, `imports`, `whole`, `promises` and `memory`; NUMBER is how many requests the memory group sends.
 */
import { runnerImport } from 'vite';
import { prepare } from '../../.scripts/prepare.mjs';

await prepare(() => {});
/** @type {{ module: typeof import('./hostile-proof.ts') }} */
const { module } = await runnerImport(new URL('hostile-proof.ts', import.meta.url).pathname);
const broken = await module.hostileProof(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
if (broken > 0) process.exitCode = 1;
process.exit();
