import { expect, test } from 'vitest';
import { changesLength, finish } from '../../../../server/domain/basics/work.ts';
import { Moment } from '../../../../server/domain/timeline/moment.ts';
import { definition, followed } from './random-run.ts';

test('the keys of later records are reserved in slices', () => {
  const { timeline, users } = followed([{ id: 0 }]);
  const moment = finish(Moment.at(timeline, timeline.last));
  if (!moment) throw new Error('There is no moment.');
  const last = 4 * changesLength;
  for (let id = 1; id <= last; id += 1) users.write(`${id}`, { id });
  timeline.label('writes');
  expect([...moment.reserveLaterKeys(timeline)]).toHaveLength(4);
  expect(moment.collections.get('users')?.newKeys(() => 'new')()).toBe(last + 1);
});

test('the keys of a collection that a moment does not have are left out', () => {
  const { timeline, collections } = followed([{ id: 1 }]);
  const moment = finish(Moment.at(timeline, timeline.last));
  if (!moment) throw new Error('There is no moment.');
  const others = collections.create({ ...definition, name: 'others' });
  collections.add(others);
  others.write('2', { id: 2 });
  timeline.label('another collection');
  finish(moment.reserveLaterKeys(timeline));
  expect(moment.collections.get('users')?.newKeys(() => 'new')()).toBe(2);
});
