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
