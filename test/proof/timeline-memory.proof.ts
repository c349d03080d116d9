import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../server/domain/json/json.ts';
import { followed } from '../server/domain/timeline/random-run.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are in use after a garbage collection. */
function used(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const members = (count: number, value: (index: number) => JsonObject[string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, value(index)]));

const shapes: Record<string, (size: number) => JsonObject> = {
  integers: (size) => members(size, (index) => index),
  fractions: (size) => members(size, (index) => index + 0.5),
  texts: (size) => members(size, (index) => `value ${index}`),
  objects: (size) => ({ list: Array.from({ length: size / 4 }, (_, index) => ({ a: index, b: `x${index}` })) }),
};

const cases = Object.keys(shapes).flatMap((shape) =>
  [4, 16, 40, 128, 600, 4000].flatMap((size) => [true, false].map((isPatch) => ({ shape, size, isPatch }))),
);

/** Keeps what was measured: if it were freed during a later measurement, that one would find too little. */
const kept: unknown[] = [];

/** Server-side promise: the changes of the timeline take at most a quarter of `log.bytes`, so no estimate may be too low. */
test.each(cases)(
  'changes of $size $shape take no more memory than the timeline counts, as patches: $isPatch',
  (one) => {
    const value = () => JSON.parse(JSON.stringify({ id: 'a', ...shapes[one.shape]?.(one.size), n: 0 })) as JsonObject;
    const { timeline, users } = followed([value()]);
    kept.push(timeline);
    // So many that compiled code and what the test runner notes do not count.
    const changes = Math.min(10_000, Math.ceil(400_000 / one.size));
    const before = used();
    for (let n = 1; n <= changes; n += 1) {
      timeline.request = n;
      // A patch shares the members that it leaves as they are.
      users.write('a', { ...(one.isPatch ? users.get('a')?.value : value()), n });
      // A response has both.
      const { tag = '', text = '' } = users.get('a') ?? {};
      if (tag.length >= text.length) throw new Error('The record was not written.');
    }
    timeline.request = 0;
    const taken = used() - before;
    expect(taken).toBeLessThan(timeline.bytes);
    // Whole values take memory in any case: otherwise nothing was measured.
    if (!one.isPatch) expect(taken).toBeGreaterThan(timeline.bytes / 50);
  },
);
