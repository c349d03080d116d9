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

/** Steps of a workspace that is saved at once, unless others are given. */
function steps({
  save = async (): Promise<string | null> => null,
  confirm = async (_problem: string) => true,
  finish = async () => {},
} = {}) {
  return { save: vi.fn(save), confirm: vi.fn(confirm), finish: vi.fn(finish) };
}

test('ends the program once the saves are done', async () => {
  let finish = () => {};
  finishBeforeQuit(
    steps({
      finish: () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
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
  const quitting = steps();
  finishBeforeQuit(quitting);
  program.quit();
  program.quit();
  await vi.advanceTimersByTimeAsync(0);
  expect(quitting.finish).toHaveBeenCalledTimes(1);
  expect(quitting.confirm).not.toHaveBeenCalled();
  expect(program.ended).toBe(true);
});

test('ends the program after the limits when saves never end', async () => {
  const never = () => new Promise<never>(() => {});
  finishBeforeQuit(steps({ save: never, finish: never }));
  program.quit();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(program.ended).toBe(true);
});

test('asks before it ends with unsaved edits, and waits for the response without a limit', async () => {
  let agree = (_: boolean) => {};
  const confirm = () =>
    new Promise<boolean>((resolve) => {
      agree = resolve;
    });
  const quitting = steps({ save: async () => 'full disk', confirm });
  finishBeforeQuit(quitting);
  program.quit();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(quitting.confirm).toHaveBeenCalledWith('full disk');
  expect(quitting.finish).not.toHaveBeenCalled();
  agree(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(program.ended).toBe(true);
});

test('goes on if the user cancels, and asks again at the next attempt', async () => {
  const responses = [false, true];
  const quitting = steps({ save: async () => 'full disk', confirm: async () => responses.shift() ?? false });
  finishBeforeQuit(quitting);
  program.quit();
  await vi.advanceTimersByTimeAsync(0);
  expect(program.ended).toBe(false);
  expect(quitting.finish).not.toHaveBeenCalled();
  program.quit();
  await vi.advanceTimersByTimeAsync(0);
  expect(program.ended).toBe(true);
});
