import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { largeResult, type Work } from '../../../server/domain/basics/work.ts';
import { Scheduler } from '../../../server/runtime/scheduler.ts';

/** A clock on which every look takes a millisecond. */
function tickingClock() {
  let time = 0;
  return { now: () => 0, elapsed: () => time++ };
}

test('runs work in slices of a few milliseconds, in turn with other work', async () => {
  const scheduler = new Scheduler(tickingClock());
  const done: string[] = [];
  function* work(name: string, pieces: number): Work<string> {
    for (let piece = 0; piece < pieces; piece++) {
      done.push(name);
      yield;
    }
    return name;
  }
  const results = Promise.all([scheduler.run(work('a', 8)), scheduler.run(work('b', 3))]);
  expect(done).toEqual([]);
  await turn();
  expect(done.join('')).toBe('aaaa');
  await turn();
  expect(done.join('')).toBe('aaaabbb');
  expect(await results).toEqual(['a', 'b']);
  expect(done.join('')).toBe('aaaabbbaaaa');
});

test('gives the background every tenth slice while other work waits, and all slices otherwise', async () => {
  const scheduler = new Scheduler(tickingClock());
  const done: string[] = [];
  function* work(name: string, pieces: number): Work<void> {
    for (let piece = 0; piece < pieces; piece++) {
      done.push(name);
      yield;
    }
  }
  const ahead = scheduler.runInBackground(work('b', 20));
  await scheduler.run(work('a', 50));
  await ahead;
  expect(done.join('').replaceAll(/(.)\1*/g, (run) => `${run.charAt(0)}${run.length} `)).toBe('a36 b4 a14 b16 ');
});

test('rejects with the error of the work and goes on with other work', async () => {
  const scheduler = new Scheduler();
  // biome-ignore lint/correctness/useYield: it fails at once
  function* broken(): Work<never> {
    throw new Error('broken');
  }
  // biome-ignore lint/correctness/useYield: it is done at once
  function* fine(): Work<number> {
    return 1;
  }
  const failed = scheduler.run(broken()).catch((error: unknown) => String(error));
  expect(await scheduler.run(fine())).toBe(1);
  expect(await failed).toBe('Error: broken');
});

test('endOfTurn resolves for all waiters together, at the end of the turn', async () => {
  const scheduler = new Scheduler();
  const done: string[] = [];
  const wait = async (name: string) => {
    done.push(`${name} comes`);
    await scheduler.endOfTurn();
    done.push(`${name} leaves`);
  };
  const all = [wait('a'), turn().then(() => wait('c')), wait('b')];
  await Promise.all(all);
  expect(done).toEqual(['a comes', 'b comes', 'a leaves', 'b leaves', 'c comes', 'c leaves']);
});

test('runs the next slice after the waiters for the end of the turn', async () => {
  const scheduler = new Scheduler(tickingClock());
  const done: string[] = [];
  function* work(): Work<void> {
    for (let piece = 0; piece < 8; piece++) {
      done.push('work');
      yield;
    }
  }
  const finished = scheduler.run(work());
  const left = scheduler.endOfTurn().then(() => done.push('answer'));
  await turn();
  expect(done.slice(0, 2)).toEqual(['answer', 'work']);
  await Promise.all([left, finished]);
  expect(done.filter((what) => what === 'work')).toHaveLength(8);
});

test('makes two large results at a time, in the order of arrival, beside all other work', async () => {
  const scheduler = new Scheduler(tickingClock());
  const done: string[] = [];
  let [making, most] = [0, 0];
  function* large(name: string): Work<void> {
    yield largeResult;
    making += 1;
    most = Math.max(most, making);
    for (let piece = 0; piece < 40; piece++) yield;
    making -= 1;
    done.push(name);
    if (name === 'b') throw new Error('broken');
  }
  function* small(): Work<void> {
    yield;
    done.push('small');
  }
  const names = [...'abcdefghij'];
  const all = Promise.allSettled(names.map((name) => scheduler.run(large(name))));
  await scheduler.run(small());
  expect(done).toEqual(['small']);
  await all;
  expect(done).toEqual(['small', ...names]);
  expect(most).toBe(2);
});
