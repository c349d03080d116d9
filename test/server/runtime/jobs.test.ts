import { expect, test } from 'vitest';
import type { Work } from '../../../server/domain/basics/work.ts';
import { Jobs, type Report } from '../../../server/runtime/jobs.ts';
import { Scheduler } from '../../../server/runtime/scheduler.ts';
import { eventually } from '../../support/eventually.ts';

/** Jobs, and one that counts until it is cancelled; its revert takes the count back. */
function countingJob() {
  const counted = { count: 0, reverted: 0 };
  const jobs = new Jobs(new Scheduler(), () => undefined);
  function* work(report: Report): Work<never> {
    for (;;) {
      counted.count += 1;
      report(0.5);
      yield;
    }
  }
  function* revert(): Work<void> {
    counted.reverted = counted.count;
    yield;
    counted.count = 0;
  }
  return { jobs, counted, start: (by?: string) => jobs.run({ kind: 'edit', label: 'count', by }, work, revert) };
}

test('a job reports its progress until it ends', async () => {
  const jobs = new Jobs(new Scheduler(), () => undefined);
  const shares: (number | undefined)[] = [];
  const result = await jobs.run({ kind: 'export', label: 'users.csv', by: undefined }, function* (report) {
    shares.push(jobs.state[0]?.share);
    report(0.5);
    shares.push(jobs.state[0]?.share);
    yield;
    return 'text';
  });
  expect(result).toEqual({ ok: true, value: 'text' });
  expect(shares).toEqual([undefined, 0.5]);
  expect([jobs.state, jobs.isUnderWay('export')]).toEqual([[], false]);
});

test('cancel reverts the jobs of one kind before it is fulfilled', async () => {
  const { jobs, counted, start } = countingJob();
  const job = start();
  await eventually(() => expect(counted.count).toBeGreaterThan(0));
  await jobs.cancel('export');
  expect(jobs.isUnderWay('edit')).toBe(true);
  await jobs.cancel('edit');
  expect(counted.count).toBe(0);
  expect(counted.reverted).toBeGreaterThan(0);
  expect(await job).toMatchObject({ ok: false, problem: { type: '/problems/job-cancelled' } });
});

test('an owner cancels its own jobs alone, also one without an id', async () => {
  const { jobs, start } = countingJob();
  const all = { one: start('one'), other: start('other'), nobody: start() };
  await jobs.cancel('edit', { by: 'one' });
  expect(await all.one).toMatchObject({ ok: false });
  await jobs.cancel('edit', { by: undefined });
  expect(await all.nobody).toMatchObject({ ok: false });
  expect([jobs.isUnderWay('edit', { by: 'one' }), jobs.isUnderWay('edit', { by: 'other' })]).toEqual([false, true]);
  await jobs.cancel('edit');
  expect(await all.other).toMatchObject({ ok: false });
});

test('a job that throws rejects and ends', async () => {
  const jobs = new Jobs(new Scheduler(), () => undefined);
  const job = jobs.run({ kind: 'import', label: 'users.csv', by: undefined }, function* () {
    yield;
    throw new Error('broken');
  });
  await expect(job).rejects.toThrow('broken');
  await jobs.ended(['import']);
  expect(jobs.isUnderWay('import')).toBe(false);
});
