import { app } from 'electron';

/** Milliseconds that quitting waits for the last saves. */
const patience = 5_000;

export interface QuitSteps<Problem> {
  /** Saves the workspace and resolves to the problem if an edit cannot be saved, else to null. */
  readonly save: () => Promise<Problem | null>;
  /** Asks whether to quit with unsaved edits. */
  readonly confirm: (problem: Problem) => Promise<boolean>;
  /** Releases everything before the program ends. */
  readonly finish: () => Promise<unknown>;
}

/**
 * Delays quitting until the workspace is saved and `finish` has settled, each at most for {@link patience}. Quits with unsaved
 * edits only if `confirm` allows it.
 */
export function finishBeforeQuit<Problem>({ save, confirm, finish }: QuitSteps<Problem>): void {
  let state: 'running' | 'finishing' | 'finished' = 'running';
  const quit = async () => {
    const problem = await withinPatience(save());
    if (problem !== null && !(await confirm(problem))) {
      state = 'running';
      return;
    }
    await withinPatience(finish()).finally(() => {
      state = 'finished';
      app.quit();
    });
  };
  app.on('before-quit', (event) => {
    if (state === 'finished') return;
    event.preventDefault();
    if (state === 'finishing') return;
    state = 'finishing';
    void quit();
  });
}

function withinPatience<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((resolve) => setTimeout(() => resolve(null), patience))]);
}
