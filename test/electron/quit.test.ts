import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const app = vi.hoisted(() => ({ current: undefined as unknown }));
vi.mock('electron', () => ({
  get app() {
    return app.current;
  },
}));

import { finishBeforeQuit } from '../../electron/quit.ts';

/** Quits as Electron does: emits `before-quit`, and ends unless a listener prevents it. */
class App extends EventEmitter {
  ended = false;
  quit() {
    let prevented = false;
    this.emit('before-quit', {
      preventDefault: () => {
        prevented = true;
      },
    });
    this.ended ||= !prevented;
  }
}

let program: App;
beforeEach(() => {
  vi.useFakeTimers();
  program = new App();
  app.current = program;
});
afterEach(() => vi.useRealTimers());

test('ends the program once the saves are done', async () => {
  let finish = () => {};
  finishBeforeQuit(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  program.quit();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(program.ended).toBe(false);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(program.ended).toBe(true);
});

test('saves once when quitting twice', async () => {
  const finish = vi.fn(async () => {});
  finishBeforeQuit(finish);
  program.quit();
  program.quit();
  await vi.advanceTimersByTimeAsync(0);
  expect(finish).toHaveBeenCalledTimes(1);
  expect(program.ended).toBe(true);
});

test('ends the program after the limit when a save never ends', async () => {
  finishBeforeQuit(() => new Promise(() => {}));
  program.quit();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(program.ended).toBe(true);
});
