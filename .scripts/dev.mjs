/**
 * `npm run dev`: runs the headless host and serves the console with Vite. Changes in renderer/ show at once, changes in
 * server/ after a restart.
 */
import { join } from 'node:path';
import { startHeadless } from './headless.mjs';
import { prepare } from './prepare.mjs';
import { main, root, say } from './project.mjs';

await main(async () => {
  await prepare(say);
  const host = startHeadless(process.argv.slice(2), say);
  const ready = await host.ready;
  const vite = ready && (await serveConsole(ready));
  process.exitCode = await host.exitCode;
  await vite?.close();
});

/** @param {import('./headless.mjs').Ready} ready */
async function serveConsole({ mock, console, token }) {
  process.env.CONSOLE_PORT = new URL(console).port;
  const { createServer } = await import('vite');
  const folder = join(root, 'renderer');
  const server = await createServer({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    server: { host: '127.0.0.1' },
  });
  await server.listen();
  say(`Console  ${server.resolvedUrls?.local[0]}browser.html#token=${token}`);
  say(`Mock     ${mock}`);
  return server;
}
