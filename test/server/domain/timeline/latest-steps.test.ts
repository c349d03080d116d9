import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { latestSteps } from '../../../../server/domain/timeline/latest-steps.ts';
import { Timeline, type TimelineStep } from '../../../../server/domain/timeline/timeline.ts';
import { followed } from './random-run.ts';

const ids = ['a', 'b', 'c', 'd'];

function timed(limit: number) {
  const { collections, users } = followed(ids.map((id) => ({ id })));
  const timeline = new Timeline({ now: () => 100, limit: () => limit });
  timeline.follow(collections);
  return { timeline, users };
}

/** A request that writes or removes records, one after the other. */
const request = fc.array(fc.record({ id: fc.constantFrom(...ids), isRemoval: fc.boolean() }), { maxLength: 4 });

test('each record has the last step that changed it, of those that the timeline has', () => {
  fc.assert(
    fc.property(fc.array(request, { maxLength: 12 }), fc.constantFrom(Number.POSITIVE_INFINITY, 1500), (run, limit) => {
      const { timeline, users } = timed(limit);
      const latest = new Map<string, TimelineStep>();
      for (const [index, writes] of run.entries()) {
        timeline.request = index + 1;
        const changed = writes.filter(({ id, isRemoval }) =>
          isRemoval ? users.remove(id) : users.write(id, { id, index }),
        );
        const step = timeline.step(timeline.last);
        if (step?.request === index + 1) for (const { id } of changed) latest.set(id, step);
      }
      const known = (id: string) => {
        const step = latest.get(id);
        return step && step.moment > timeline.first ? step : null;
      };
      const found = finish(
        latestSteps(
          timeline,
          ids.map((id) => ({ collection: users, id })),
        ),
      );
      expect(found).toEqual(ids.map(known));
    }),
  );
});

test('a record of a collection that is gone has none', () => {
  const { timeline, users } = timed(Number.POSITIVE_INFINITY);
  users.write('a', { id: 'a', n: 1 });
  expect(finish(latestSteps(timeline, [{ collection: undefined, id: 'a' }]))).toEqual([null]);
});
