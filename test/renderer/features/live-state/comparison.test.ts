import { describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { createMirror } from '../../../../renderer/console/mirror.ts';
import { Comparison, keyOf } from '../../../../renderer/features/live-state/comparison.ts';
import type { Page } from '../../../../renderer/features/live-state/comparison-state.ts';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';
import type { ListedChange } from '../../../../server/contract/schema/output.ts';
import { problem } from '../../../../server/domain/basics/problem.ts';
import { FakeTransport } from '../../console/fake-transport.ts';

function record(id: string, change: Partial<ListedChange> = {}): ListedChange {
  const members = [{ op: 'replace', path: '/name', before: 'a', after: 'b' }] as const;
  return { collection: 'users', id, kind: 'changed', members, live: 2, fixture: 1, cause: null, ...change };
}

function pageOf(records: readonly ListedChange[], next: number | null = null): Page {
  const counts = [{ collection: 'users', added: 0, removed: 0, changed: records.length }];
  return { counts, total: records.length, records, next };
}

async function open(first: Page = pageOf([record('1'), record('2')])) {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const toaster = createToaster();
  const mirror = createMirror(client, transport);
  transport.link('live');
  await transport.snapshot(0);
  const comparison = new Comparison(client, mirror, toaster, { record: () => {}, request: () => {} });
  const stop = comparison.follow();
  await transport.take('state.compare').answer(first);
  const listed = ({ collection, id, live, fixture }: ListedChange) => ({ collection, id, live, fixture });
  return { transport, toaster, comparison, stop, listed, state: () => comparison.store.getState() };
}

test('settles the selected records with the versions of the list, and offers undo', async () => {
  const { transport, toaster, comparison, listed, state } = await open();
  comparison.select(keyOf(record('2')), true);
  void comparison.settleSelected('keep');
  const keeping = transport.take('state.keep');
  expect(keeping.input).toEqual({ records: [listed(record('2'))] });
  await keeping.answer({ records: 1 });
  await transport.take('state.compare').answer(pageOf([record('1')]));
  expect(toaster.toasts()).toMatchObject([{ text: 'Kept 1 record.', action: { title: 'Undo' } }]);
  expect([state().page?.total, state().selected.size]).toEqual([1, 0]);
});

test('a refused settlement is said, and the list read again', async () => {
  const { transport, toaster, comparison } = await open();
  void comparison.settle('revert', [record('1')]);
  await transport.take('state.reset').refuse('Record 1 of users has changed since the list was made.');
  expect(toaster.toasts()).toMatchObject([{ tone: 'bad', text: expect.stringContaining('has changed') }]);
  await transport.take('state.compare').answer(pageOf([record('1', { live: 3 })]));
  void comparison.settle('revert', comparison.store.getState().page?.records ?? []);
  expect(transport.take('state.reset').input).toMatchObject({ records: [{ live: 3 }] });
});

test('all is all that the filters show, in the chosen session; a snapshot is restored', async () => {
  const { transport, comparison } = await open();
  comparison.choose({ session: 'one', snapshot: null });
  expect(transport.take('state.compare').input).toEqual({ session: 'one', offset: 0, limit: 50 });
  comparison.filter({ collection: 'users', kind: 'removed' });
  const filtered = transport.take('state.compare');
  expect(filtered.input).toMatchObject({ collection: 'users', kinds: ['removed'] });
  await filtered.answer(pageOf([record('1')]));
  void comparison.settleAll('revert');
  expect(transport.take('state.reset').input).toEqual({ session: 'one', collection: 'users', kinds: ['removed'] });
  comparison.choose({ session: null, snapshot: 'Early' });
  void comparison.settle('restore', [record('1')]);
  expect(transport.take('snapshots.restore').input).toMatchObject({ name: 'Early', records: [{ id: '1' }] });
});

test('pages lead on and back; a page that has become empty gives way to the one before', async () => {
  const { transport, comparison, state } = await open(pageOf([record('1')], 1));
  comparison.nextPage();
  const second = transport.take('state.compare');
  expect(second.input).toMatchObject({ offset: 1 });
  await second.answer(pageOf([record('2')]));
  void comparison.read();
  await transport.take('state.compare').answer(pageOf([]));
  expect(state().offsets).toEqual([0]);
  expect(transport.take('state.compare').input).toMatchObject({ offset: 0 });
});

test('each of several quick turns counts', async () => {
  const { transport, comparison, state } = await open(pageOf([record('1')], 1));
  const answer = (next: number | null) => transport.take('state.compare').answer(pageOf([record('x')], next));
  for (let turn = 0; turn < 3; turn += 1) comparison.nextPage();
  comparison.previousPage();
  await answer(2);
  expect(state().offsets).toEqual([0, 1, 2]);
  await answer(3);
  expect(state().offsets).toEqual([0, 1, 2]);
  comparison.previousPage();
  comparison.nextPage();
  expect(state().offsets).toEqual([0, 1]);
  await answer(2);
  await answer(3);
  expect([state().offsets, state().page?.offset]).toEqual([[0, 1, 2], 2]);
});

test('a turn beyond the last page is none', async () => {
  const { transport, comparison, state } = await open(pageOf([record('1')], 1));
  for (let turn = 0; turn < 3; turn += 1) comparison.nextPage();
  await transport.take('state.compare').answer(pageOf([record('2')]));
  comparison.previousPage();
  expect([state().offsets, transport.calls.length]).toEqual([[0], 1]);
});

test('what is selected while other records are settled stays selected', async () => {
  const { transport, comparison, state } = await open(pageOf(['1', '2', '3'].map((id) => record(id))));
  void comparison.settle('revert', [record('1')]);
  for (const id of ['2', '3']) comparison.select(keyOf(record(id)), true);
  await transport.take('state.reset').answer({ records: 1 });
  expect(state().selected.size).toBe(2);
  await transport.take('state.compare').answer(pageOf(['2', '3'].map((id) => record(id))));
  expect(state().selected.size).toBe(2);
});

test('few changed members are open, whole records closed; each can be toggled', async () => {
  const added = record('3', { kind: 'added' });
  const { comparison } = await open(pageOf([record('1'), added]));
  const isOpen = () => [comparison.isOpen(record('1')), comparison.isOpen(added)];
  expect(isOpen()).toEqual([true, false]);
  comparison.toggle(keyOf(record('1')));
  expect(isOpen()).toEqual([false, false]);
  comparison.openAll(true);
  expect(isOpen()).toEqual([true, true]);
  comparison.openAll(false);
  expect(isOpen()).toEqual([false, false]);
});

test('reads again soon after records have changed, while it is shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { transport, stop } = await open();
    for (const seq of [1, 2]) transport.send(seq, { type: 'records', collection: 'users', ids: ['1'] });
    await vi.advanceTimersByTimeAsync(300);
    await transport.take('state.compare').answer(pageOf([]));
    expect(transport.calls).toEqual([]);
    stop();
    transport.send(3, { type: 'records', collection: 'users', ids: ['1'] });
    await vi.advanceTimersByTimeAsync(300);
    expect(transport.calls).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

describe('a session or a snapshot that somebody ends', () => {
  const one = { name: 'one', scenario: 'Default', created: 0, lastUsed: 0, changed: 0, requests: 0 };
  const early = { name: 'Early', records: 1, saved: 0 };

  async function openOne() {
    const opened = await open();
    const { transport, comparison } = opened;
    transport.send(1, { type: 'state', state: { sessions: [one], snapshots: [early] } });
    comparison.choose({ session: 'one', snapshot: 'Early' });
    await transport.take('state.compare').answer(pageOf([record('1')]));
    comparison.select(keyOf(record('1')), true);
    return opened;
  }

  test('stays chosen and says so, without the changes and what was selected of them', async () => {
    for (const [state, detail] of [
      [{ sessions: [] }, 'There is no session “one”.'],
      [{ snapshots: [] }, 'There is no snapshot “Early”.'],
    ] as const) {
      const { transport, state: shown } = await openOne();
      transport.send(2, { type: 'state', state });
      expect(shown()).toMatchObject({ session: 'one', snapshot: 'Early', page: null, problem: { detail } });
      expect(shown().selected.size).toBe(0);
    }
  });

  test('has no page that was asked for before, and the same words once the host refuses it', async () => {
    const { transport, comparison, state } = await openOne();
    void comparison.read();
    transport.send(2, { type: 'state', state: { sessions: [] } });
    await transport.take('state.compare').answer(pageOf([record('1')]));
    expect(state().page).toBeNull();
    void comparison.read();
    await transport.take('state.compare').refuseWith(problem('unknown-session', 'There is no session "one".'));
    expect(state()).toMatchObject({ session: 'one', page: null, problem: { detail: 'There is no session “one”.' } });
  });

  test('is left if the person has deleted it', async () => {
    const { comparison, state } = await openOne();
    comparison.leave({ snapshot: 'Late' });
    expect(state()).toMatchObject({ session: 'one', snapshot: 'Early' });
    comparison.leave({ snapshot: 'Early' });
    expect(state()).toMatchObject({ session: 'one', snapshot: null });
    comparison.leave({ session: 'one' });
    expect(state().session).toBeNull();
  });
});

test('a comparison with a snapshot that is renamed goes on, in the session that was chosen meanwhile', async () => {
  const snapshots = (name: string) => ({ snapshots: [{ name, records: 1, saved: 0 }], sessions: [session] });
  const session = { name: 'one', scenario: 'Default', created: 0, lastUsed: 0, changed: 0, requests: 0 };
  for (const isReplyFirst of [true, false]) {
    const { transport, comparison, state } = await open();
    transport.send(1, { type: 'state', state: snapshots('Early') });
    comparison.choose({ session: null, snapshot: 'Early' });
    const renaming = comparison.rename('Early', 'Late');
    comparison.choose({ session: 'one', snapshot: 'Early' });
    if (isReplyFirst) await transport.take('snapshots.rename').answer(null);
    transport.send(2, { type: 'state', state: snapshots('Late') });
    if (!isReplyFirst) await transport.take('snapshots.rename').answer(null);
    expect([await renaming, state().session, state().snapshot]).toEqual([true, 'one', 'Late']);
  }
});

test('a comparison follows a snapshot that another window renames, and none that takes its place', async () => {
  const early = { name: 'Early', records: 1, saved: 0 };
  const ones = { name: 'Ones', records: 2, saved: 0 };
  for (const [next, snapshot] of [
    [[{ ...early, name: 'Late' }, ones], 'Late'],
    [[{ name: 'New', records: 1, saved: 9 }, ones], 'Early'],
    [[{ ...early, name: 'Late' }], 'Early'],
  ] as const) {
    const { transport, comparison, state } = await open();
    transport.send(1, { type: 'state', state: { snapshots: [early, ones] } });
    comparison.choose({ session: null, snapshot: 'Early' });
    transport.send(2, { type: 'state', state: { snapshots: next } });
    expect([state().snapshot, state().problem === null]).toEqual([snapshot, snapshot === 'Late']);
  }
});

test('a snapshot that is chosen while another is renamed stays chosen', async () => {
  const { transport, comparison, state } = await open();
  comparison.choose({ session: null, snapshot: 'Early' });
  void comparison.rename('Early', 'Late');
  comparison.choose({ session: null, snapshot: 'Third' });
  await transport.take('snapshots.rename').answer(null);
  expect(state().snapshot).toBe('Third');
});

test('a change during a read is read after it, and until then nothing runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { transport, comparison, stop } = await open();
    void comparison.read();
    transport.send(1, { type: 'records', collection: 'users', ids: ['1'] });
    await vi.advanceTimersByTimeAsync(1000);
    expect([vi.getTimerCount(), transport.calls.length]).toEqual([0, 1]);
    await transport.take('state.compare').answer(pageOf([record('1')]));
    await vi.advanceTimersByTimeAsync(1000);
    await transport.take('state.compare').answer(pageOf([]));
    await vi.advanceTimersByTimeAsync(1000);
    expect([vi.getTimerCount(), transport.calls.length]).toEqual([0, 0]);
    stop();
  } finally {
    vi.useRealTimers();
  }
});
