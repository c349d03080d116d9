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

/** How many bytes the changes of a record take, and how many the timeline counts for them. */
function measured({ shape, size, isPatch }: (typeof cases)[number]): {
  readonly taken: number;
  readonly counted: number;
} {
  const value = () => JSON.parse(JSON.stringify({ id: 'a', ...shapes[shape]?.(size), n: 0 })) as JsonObject;
  const { timeline, users } = followed([value()]);
  const changes = Math.min(3000, Math.ceil(400_000 / size));
  const before = used();
  for (let n = 1; n <= changes; n += 1) {
    timeline.request = n;
    // A patch shares the members that it leaves as they are.
    users.write('a', { ...(isPatch ? users.get('a')?.value : value()), n });
    // A response has both.
    expect(users.get('a')?.tag.length).toBeLessThan(users.get('a')?.text.length ?? 0);
  }
  timeline.request = 0;
  return { taken: used() - before, counted: timeline.bytes };
}

/** Server-side promise: the changes of the timeline take at most a quarter of `log.bytes`, so no estimate may be too low. */
test.each(cases)(
  'changes of $size $shape take no more memory than the timeline counts, as patches: $isPatch',
  (one) => {
    const measurements = Array.from({ length: 3 }, () => measured(one));
    // Compiled code and the test runner may take memory meanwhile, so that the smallest one is nearest.
    const taken = Math.min(...measurements.map((each) => each.taken));
    expect(taken).toBeLessThan(1.1 * (measurements[0]?.counted ?? 0));
  },
);
