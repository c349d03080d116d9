import { app } from 'electron';

/** How long quitting waits for the last saves, in milliseconds. */
const patience = 5_000;

/** Lets the program quit only after `finish` has settled, but keeps no one waiting longer than {@link patience}. */
export function finishBeforeQuit(finish: () => Promise<void>): void {
  let state: 'running' | 'finishing' | 'finished' = 'running';
  app.on('before-quit', (event) => {
    if (state === 'finished') return;
    event.preventDefault();
    if (state === 'finishing') return;
    state = 'finishing';
    void Promise.race([finish(), new Promise((resolve) => setTimeout(resolve, patience))]).finally(() => {
      state = 'finished';
      app.quit();
    });
  });
}
