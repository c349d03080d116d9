/**
 * `npm run serve -- …`: the headless host, after whatever preparing it needs. It runs in this very process, so signals
 * and exit codes are its own; what the preparing has to say goes to stderr, because stdout belongs to the ready line
 * and the request lines.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';
import { dist, main, sayOnStderr } from './project.mjs';

await main(async () => {
  await prepare(sayOnStderr);
  await import(pathToFileURL(join(dist, 'serve.cjs')).href);
});
