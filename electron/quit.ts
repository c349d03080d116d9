import { app } from 'electron';

/** Milliseconds that quitting waits for the last saves. */
const patience = 5_000;

/** Delays quitting until `finish` has settled, at most for {@link patience}. */
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
