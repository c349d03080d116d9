import { expect, test } from 'vitest';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

const records = Array.from({ length: 5000 }, (_, id) => ({ id, name: `Record ${id}` }));
const workspace = { format: 'mock-api-console', version: 1, collections: { many: { records } } };
const cancelled = { ok: false, problem: { type: '/problems/job-cancelled' } };

const jobs = [
  ['export', 'records.export', { collection: 'many', of: 'live', format: 'csv' }],
  ['edit', 'records.change', { collection: 'many', of: {}, change: { kind: 'delete' }, as: 'all' }],
] as const;

test.each(jobs)('a console cancels no %s of another one, but its own', async (kind, command, input) => {
  await using temporary = await temporaryHost(workspace);
  const { call } = temporary.host;
  const begin = () => call(command, input, { console: 'one' });
  const cancelBy = (caller?: object) => call('jobs.cancel', { kind }, caller);
  const own = begin();
  await cancelBy({ console: 'one' });
  expect(await own).toMatchObject(cancelled);
  const ofAll = begin();
  await cancelBy();
  expect(await ofAll).toMatchObject(cancelled);
  const kept = begin();
  await cancelBy({ console: 'other' });
  expect(await kept).toMatchObject({ ok: true, value: { records: 5000 } });
});

test('an edit of many records that others wait for can be cancelled where it was begun', async () => {
  await using temporary = await temporaryHost(workspace);
  const { call } = temporary.host;
  const input = { collection: 'many', of: {}, change: { kind: 'delete' }, as: 'all' };
  const under = call('records.change', input, { console: 'one' });
  for (const [console, advice] of [
    ['one', 'Wait for it, or cancel it.'],
    ['other', 'Wait for it.'],
  ] as const) {
    expect(await call('records.change', input, { console })).toMatchObject({
      problem: { type: '/problems/conflict', detail: `Another change of many records is under way. ${advice}` },
    });
  }
  await hostValue(temporary.host, 'jobs.cancel', { kind: 'edit' });
  expect(await under).toMatchObject(cancelled);
});
