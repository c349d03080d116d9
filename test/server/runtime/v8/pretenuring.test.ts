import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { disablePretenuring, restorePretenuring } from '../../../../server/runtime/v8/pretenuring.ts';

afterEach(restorePretenuring);

/** Makes objects that survive, as a log does, and sends the least bytes by which the old generation grows for 10,000. */
const keepObjects = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const kept = new Array(40_000).fill(null);
  let next = 0;
  const make = (index) => ({ index, lines: [], first: 1, second: 2, third: 3, fourth: 4 });
  function keep(count) {
    for (let made = 0; made < count; made++) {
      kept[next % kept.length] = make(next);
      next += 1;
    }
  }
  let garbage;
  for (let round = 0; round < 400; round++) {
    keep(300);
    for (let number = 0; number < 300; number++) garbage = new Array(1000).fill(number);
  }
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
  const growths = [];
  for (let round = 0; round < 8; round++) {
    const before = oldBytes();
    keep(10_000);
    growths.push(oldBytes() - before);
  }
  require('node:worker_threads').parentPort.postMessage(garbage && Math.min(...growths));
`;

test('objects that survive are allocated in the young generation', async () => {
  // Without the flag V8 decides by what it happens to see, so that nothing can be said of the growth then.
  disablePretenuring();
  const [bytes] = await once(new Worker(keepObjects, { eval: true }), 'message');
  expect(bytes).toBeLessThan(100_000);
});
