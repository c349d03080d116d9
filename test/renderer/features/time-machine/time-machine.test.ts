import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { TimeMachine } from '../../../../renderer/features/time-machine/time-machine.ts';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';
import { FakeTransport } from '../../console/fake-transport.ts';

/** A run of nine steps, with the records of a moment shown. */
async function openRun(moment: number) {
  const transport = new FakeTransport();
  const machine = new TimeMachine(createClient(transport), createToaster(), () => true);
  void machine.read();
  await transport.take('timeline.get').answer({ first: 0, last: 9, since: 0, isComplete: true, marks: [] });
  machine.choose(moment);
  const show = async (shown: number) => {
    await transport
      .take('timeline.moment')
      .answer({ moment: shown, time: 0, step: null, request: null, collections: [] });
    await transport.take('state.compare').answer({ counts: [], total: 0, records: [], next: null });
  };
  // The present was being read.
  await transport.take('timeline.moment').refuse('No longer awaited.');
  await show(moment);
  return { transport, machine, show, state: () => machine.store.getState() };
}

test('the chosen moment is restored and replayed, also before its records are shown', async () => {
  const { transport, machine, state } = await openRun(8);
  machine.choose(4);
  expect(state().state?.moment).toBe(8);
  void machine.restore();
  void machine.replayFromHere();
  expect(transport.take('timeline.restore').input).toEqual({ moment: 4 });
  expect(transport.take('timeline.replay').input).toEqual({ moment: 4 });
});

test('the present is shown after a moment was restored, unless another one was chosen meanwhile', async () => {
  for (const other of [4, 6]) {
    const { transport, machine, state } = await openRun(4);
    void machine.restore();
    machine.choose(other);
    await transport.take('timeline.restore').answer({ records: 1 });
    expect(state().moment).toBe(other === 4 ? null : 6);
  }
});

test('a page that a search does not have gives way to the one before', async () => {
  const { transport, machine, state } = await openRun(4);
  machine.show({ search: 'Ada', offset: 0 });
  machine.show({ offset: 50 });
  const answer = async (rows: readonly object[]) => {
    const collections = [{ name: 'users', key: 'id', count: 80, exists: true }];
    await transport.take('timeline.moment').answer({ moment: 4, time: 0, step: null, request: null, collections });
    await transport.take('state.compare').answer({ counts: [], total: 0, records: [], next: null });
    await transport.take('timeline.page').answer({ rows, total: 3 });
  };
  await transport.take('timeline.moment').refuse('No longer awaited.');
  await answer([]);
  await answer([{}]);
  expect([state().offset, state().page?.rows.length]).toEqual([0, 1]);
});

/** A replay whose first page is shown. */
async function openReplay(total: number) {
  const run = await openRun(4);
  const { transport, machine, state } = run;
  const answer = (length: number, of = total) =>
    transport.take('timeline.replayed').answer({ requests: Array.from({ length }, () => ({})), total: of });
  void machine.replayFromHere();
  await transport
    .take('timeline.replay')
    .answer({ moment: 4, same: total, different: 0, skipped: 0, knowsCounters: true });
  await answer(50);
  /** Turns the page as the pager does. */
  const next = () => void machine.showOutcome(state().outcome, state().replayOffset + 50);
  return { ...run, answer, next };
}

test('each of several quick turns of the replayed requests counts, and the last one is shown', async () => {
  const { state, answer, next } = await openReplay(150);
  next();
  next();
  expect(state().replayOffset).toBe(100);
  await answer(49);
  await answer(48);
  expect(state().replayed?.requests).toHaveLength(48);
});

test('of two quickly chosen outcomes the second is shown, whichever reply comes first', async () => {
  const { transport, machine, state, answer } = await openReplay(50);
  void machine.showOutcome('same');
  void machine.showOutcome('skipped');
  const same = transport.take('timeline.replayed');
  await answer(1);
  await same.answer({ requests: [], total: 0 });
  expect([state().outcome, state().replayed?.requests.length]).toEqual(['skipped', 1]);
});

test('a page that an outcome does not have gives way to the one before', async () => {
  const { transport, machine, state, answer } = await openReplay(150);
  void machine.showOutcome('skipped', 50);
  await answer(0, 3);
  expect(transport.calls.at(-1)?.input).toMatchObject({ outcomes: ['skipped'], offset: 0 });
  await answer(3, 3);
  expect([state().replayOffset, state().replayed?.total]).toEqual([0, 3]);
});
