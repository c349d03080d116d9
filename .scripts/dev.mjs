/**
 * `npm run dev`: the headless host with the console served by vite, so that an edit in renderer/ shows at once. An edit
 * in server/ shows after a new start.
 */
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { dist, main, root, say } from './project.mjs';
import { supervise } from './supervise.mjs';

await main(async () => {
  await prepare(say);
  const args = [join(dist, 'serve.js'), ...process.argv.slice(2)];
  process.exitCode = await supervise(process.execPath, args, { onLine, stderr: 'inherit' });
  process.exit();
});

/** @param {string} line */
async function onLine(line) {
  const ready = /^ready (.+)$/.exec(line)?.[1];
  if (ready === undefined) {
    say(line);
    return;
  }
  const { mock, console, token } = JSON.parse(ready);
  process.env.CONSOLE_PORT = new URL(console).port;
  const { createServer } = await import('vite');
  const server = await createServer({
    root: join(root, 'renderer'),
    configFile: join(root, 'renderer/vite.config.ts'),
    server: { host: '127.0.0.1' },
  });
  await server.listen();
  say(`Console  ${server.resolvedUrls?.local[0]}browser.html#token=${token}`);
  say(`Mock     ${mock}`);
}
