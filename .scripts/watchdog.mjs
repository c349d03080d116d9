/** Ends programs when this process ends, even where it is killed and can do nothing itself. */
import { spawn } from 'node:child_process';

/** Reads numbers of processes until nobody writes any more, then ends them. */
const program = `
let text = '';
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => {
  for (const pid of text.split('\\n').filter(Boolean)) try { process.kill(Number(pid), 'SIGTERM'); } catch {}
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
`;

/** @type {import('node:child_process').ChildProcess | undefined} */
let watchdog;

/** Sends SIGTERM to a process once this one has ended. @param {number | undefined} pid */
export function endWithParent(pid) {
  if (pid === undefined) return;
  if (!watchdog) {
    watchdog = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    watchdog.unref();
  }
  watchdog.stdin?.write(`${pid}\n`);
}
