import { once } from 'node:events';
import { _electron } from '@playwright/test';
import { type OpenConsole, within } from './running-console.ts';
import { root } from './workspace.ts';

/** Starts the desktop program with the folder as the user's data. */
export const openInWindow: OpenConsole = async (folder, watch) => {
  const app = await _electron.launch({ args: [`--user-data-dir=${folder}`, root], cwd: root, timeout: 20_000 });
  watch(app.context());
  const ended = once(app.process(), 'exit');
  const end = async (signal: NodeJS.Signals) => {
    app.process().kill(signal);
    await within(10_000, 'Ending the program', ended);
  };
  return {
    page: await app.firstWindow(),
    program: { shell: 'desktop', app },
    close: () => within(10_000, 'Quitting', app.close()),
    kill: () => end('SIGKILL'),
  };
};
