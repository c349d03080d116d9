import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phasesOf } from '../../../renderer/exchange/timing.ts';
import { requestDetail } from '../console/fake-transport.ts';

const steps = (more: Parameters<typeof requestDetail>[1]) =>
  phasesOf(requestDetail(1, more)).map(({ kind, from, to }) => [kind, from, to]);

test('an immediate response has one phase', () => {
  expect(steps({ durationMs: 3 })).toEqual([['deciding', 0, 3]]);
});

test('body, delay and slow sending are phases of their own', () => {
  const timing = { bodyMs: 2, decidedMs: 5, delayMs: 100 };
  expect(steps({ durationMs: 150, timing })).toEqual([
    ['body', 0, 2],
    ['deciding', 2, 5],
    ['delay', 5, 105],
    ['sending', 105, 150],
  ]);
});

test('a client that disconnects during the delay ends it', () => {
  expect(steps({ status: null, durationMs: 50, timing: { bodyMs: null, decidedMs: 5, delayMs: 100 } })).toEqual([
    ['deciding', 0, 5],
    ['delay', 5, 50],
  ]);
});

test('phases are contiguous and end with the request for any clock readings', () => {
  const some = fc.double({ min: 0, max: 1000, noNaN: true });
  const status = fc.option(fc.constant(200));
  fc.assert(
    fc.property(
      status,
      some,
      fc.option(some),
      fc.option(some),
      some,
      (status, durationMs, bodyMs, decidedMs, delayMs) => {
        const phases = phasesOf(requestDetail(1, { status, durationMs, timing: { bodyMs, decidedMs, delayMs } }));
        expect(phases[0]?.from).toBe(0);
        expect(phases.at(-1)?.to).toBe(durationMs);
        phases.slice(1).forEach(({ from }, index) => {
          expect(from).toBe(phases[index]?.to);
        });
        for (const { from, to } of phases) expect(to).toBeGreaterThanOrEqual(from);
      },
    ),
  );
});
