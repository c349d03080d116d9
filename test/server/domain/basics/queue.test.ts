import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Queue } from '../../../../server/domain/basics/queue.ts';

/** Everything that a queue tells about numbers from 0 to 30. */
function seen(queue: Queue<string>) {
  const at = Array.from({ length: 31 }, (_, number) => queue.at(number));
  return { first: queue.first, next: queue.next, last: queue.last(), at };
}

/** The same of a list of all elements that were ever pushed. */
function expected(first: number, pushed: readonly string[], dropped: number) {
  const at = Array.from({ length: 31 }, (_, number) => (number < first + dropped ? undefined : pushed[number - first]));
  const last = dropped === pushed.length ? undefined : pushed.at(-1);
  return { first: first + dropped, next: first + pushed.length, last, at };
}

function runs(first: number, steps: readonly boolean[]) {
  const queue = new Queue<string>(first);
  const pushed: string[] = [];
  let dropped = 0;
  for (const isPush of steps) {
    if (isPush) {
      pushed.push(`element ${pushed.length}`);
      queue.push(`element ${pushed.length - 1}`);
    } else {
      expect(queue.shift()).toBe(pushed[dropped]);
      dropped = Math.min(dropped + 1, pushed.length);
    }
    expect(seen(queue)).toEqual(expected(first, pushed, dropped));
  }
}

const steps = (text: string) => Array.from(text, (step) => step === '+');

test('elements keep their numbers while others are pushed and dropped', () => {
  fc.assert(fc.property(fc.nat(5), fc.array(fc.boolean(), { maxLength: 25 }), runs));
});

test.each(['', '-', '+--+-', '+++++---++----', '++-++-++-++-++------', '++++++++++-+-+-+-+-+'])(
  'a queue that grows and shrinks by %s',
  (text) => {
    runs(0, steps(text));
    runs(3, steps(text));
  },
);

test('the first element has the number 0 if nothing else is said', () => {
  expect(seen(new Queue<string>())).toMatchObject({ first: 0, next: 0, last: undefined });
});
