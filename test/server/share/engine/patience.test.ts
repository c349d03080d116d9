import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPatience } from '../../../../server/share/engine/patience.ts';

let now = 0;

beforeEach(() => {
  now = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets time pass; the program is busy for the further milliseconds before its timers are called. */
function pass(milliseconds: number, busy = 0): void {
  now += milliseconds + busy;
  vi.advanceTimersByTime(milliseconds);
}

test('patience ends after its time', () => {
  const over = vi.fn();
  afterPatience(1000, over);
  pass(999);
  expect(over).not.toHaveBeenCalled();
  pass(1);
  expect(over).toHaveBeenCalledOnce();
});

test('patience does not count the time in which the program was busy', () => {
  const over = vi.fn();
  afterPatience(1000, over);
  pass(1000, 300);
  pass(299);
  expect(over).not.toHaveBeenCalled();
  pass(1);
  expect(over).toHaveBeenCalledOnce();
});

test('patience at most doubles, however busy the program is', () => {
  const over = vi.fn();
  afterPatience(1000, over);
  pass(1000, 5000);
  pass(1000, 5000);
  expect(over).toHaveBeenCalledOnce();
});

test('patience that was stopped never ends', () => {
  const over = vi.fn();
  const stop = afterPatience(1000, over);
  pass(1000, 300);
  stop();
  pass(5000);
  expect(over).not.toHaveBeenCalled();
});
