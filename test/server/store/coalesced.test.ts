import { expect, test } from 'vitest';
import { Coalesced } from '../../../server/store/coalesced.ts';

/** Work whose runs the test ends; each returns its number, from 1. */
function steppedWork() {
  const ends: (() => void)[] = [];
  let begun = 0;
  const work = () => {
    begun += 1;
    const run = begun;
    return new Promise<number>((resolve) => ends.push(() => resolve(run)));
  };
  return { work, begun: () => begun, end: () => ends.shift()?.() };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

test('concurrent requests share one run', async () => {
  const { work, begun, end } = steppedWork();
  const coalesced = new Coalesced(work);
  const requests = [coalesced.request(0), coalesced.request(5), coalesced.request(1)];
  await until(() => begun() === 1);
  end();
  expect(await Promise.all(requests)).toEqual([1, 1, 1]);
});

test('a request during a run gets the next run, which waits for the first', async () => {
  const { work, begun, end } = steppedWork();
  const coalesced = new Coalesced(work);
  const first = coalesced.request(0);
  await until(() => begun() === 1);
  const later = [coalesced.request(0), coalesced.request(0)];
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(begun()).toBe(1);
  end();
  expect(await first).toBe(1);
  await until(() => begun() === 2);
  end();
  expect(await Promise.all(later)).toEqual([2, 2]);
});

test('an urgent request brings a waiting one forward', async () => {
  const { work, begun, end } = steppedWork();
  const coalesced = new Coalesced(work);
  const patient = coalesced.request(1_000_000);
  const urgent = coalesced.request(0);
  await until(() => begun() === 1);
  end();
  expect(await Promise.all([patient, urgent])).toEqual([1, 1]);
});

test('a less urgent request does not delay a waiting one', async () => {
  const { work, begun, end } = steppedWork();
  const coalesced = new Coalesced(work);
  const urgent = coalesced.request(5);
  const patient = coalesced.request(1_000_000);
  await until(() => begun() === 1);
  end();
  expect(await Promise.all([urgent, patient])).toEqual([1, 1]);
});

test('waiting is the requested run until it begins', async () => {
  const { work, begun, end } = steppedWork();
  const coalesced = new Coalesced(work);
  expect(coalesced.waiting).toBeUndefined();
  const request = coalesced.request(0);
  expect(coalesced.waiting).toBe(request);
  await until(() => begun() === 1);
  expect(coalesced.waiting).toBeUndefined();
  end();
});

test('a request after a run keeps its own time', async () => {
  const { work, begun, end } = steppedWork();
  const coalesced = new Coalesced(work);
  const first = coalesced.request(0);
  await until(() => begun() === 1);
  const later = coalesced.request(1_000_000);
  end();
  await first;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(begun()).toBe(1);
  const flushed = coalesced.flush();
  await until(() => begun() === 2);
  end();
  await flushed;
  expect(await later).toBe(2);
});

test('flush waits for the run under way and then runs the request behind it', async () => {
  const { work, begun, end } = steppedWork();
  const coalesced = new Coalesced(work);
  const first = coalesced.request(0);
  await until(() => begun() === 1);
  const behind = coalesced.request(1_000_000);
  let isFlushed = false;
  const flushed = coalesced.flush().then(() => {
    isFlushed = true;
  });
  expect(begun()).toBe(1);
  end();
  await until(() => begun() === 2);
  expect(isFlushed).toBe(false);
  end();
  await flushed;
  expect(await Promise.all([first, behind])).toEqual([1, 2]);
});

test('flush starts waiting work at once and ends when nothing is in progress', async () => {
  const { work, begun, end } = steppedWork();
  const coalesced = new Coalesced(work);
  const request = coalesced.request(1_000_000);
  const flushed = coalesced.flush();
  expect(begun()).toBe(1);
  end();
  await flushed;
  expect(await request).toBe(1);
  await coalesced.flush();
  expect(begun()).toBe(1);
});

test('a failed run fails its own requests only', async () => {
  let runs = 0;
  const coalesced = new Coalesced(async () => {
    runs += 1;
    if (runs === 1) throw new Error('a bug');
    return runs;
  });
  await expect(coalesced.request(0)).rejects.toThrow('a bug');
  expect(await coalesced.request(0)).toBe(2);
});

test('runs nothing without a request, also after a run and in a flush', async () => {
  const { work, begun, end } = steppedWork();
  const coalesced = new Coalesced(work);
  const request = coalesced.request(0);
  await until(() => begun() === 1);
  end();
  await request;
  await coalesced.flush();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(begun()).toBe(1);
});
