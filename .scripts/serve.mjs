/**
 * `npm run serve -- …`: prepares the checkout and runs the headless host in this process, so that signals and exit codes
 * are the host's own. The preparation prints to stderr, because stdout carries the ready line and the request lines.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';
import { dist, main, sayOnStderr } from './project.mjs';

await main(async () => {
  await prepare(sayOnStderr);
  await import(pathToFileURL(join(dist, 'serve.cjs')).href);
});
