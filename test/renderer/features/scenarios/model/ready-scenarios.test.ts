import { expect, test } from 'vitest';
import { createClient } from '../../../../../renderer/console/client.ts';
import { ReadyScenarios } from '../../../../../renderer/features/scenarios/model/ready-scenarios.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import { problem } from '../../../../../server/domain/basics/problem.ts';
import { FakeTransport } from '../../../console/fake-transport.ts';

const offered = ['Slow', 'Faulty'].map((name) => ({
  name,
  description: '',
  state: 'new',
  base: null as { readonly name: string } | null,
  note: null,
  unfit: null,
}));

/** The dialog, open, with "Slow" chosen. */
async function openDialog() {
  const transport = new FakeTransport();
  const toaster = createToaster();
  const added: string[] = [];
  const ready = new ReadyScenarios(createClient(transport), toaster, () => (scenario) => added.push(scenario));
  const open = async () => {
    void ready.open();
    await transport.take('scenarios.ready').answer([...offered]);
  };
  await open();
  ready.choose('Slow', true);
  return { transport, ready, open, added, state: () => ready.store.getState(), texts: () => toaster.toasts() };
}

test('adds the chosen scenarios, shows the first one and closes', async () => {
  const { transport, ready, added, state, texts } = await openDialog();
  void ready.add();
  const adding = transport.take('scenarios.addReady');
  expect(adding.input).toEqual({ names: ['Slow'], bases: { Slow: null } });
  await adding.answer({ names: ['Slow'] });
  expect([state(), added]).toEqual([null, ['Slow']]);
  expect(texts()).toMatchObject([{ text: 'Added “Slow”.', action: { title: 'Undo' } }]);
});

test('a refusal stands in the dialog, beside what is chosen by then', async () => {
  const { transport, ready, state } = await openDialog();
  void ready.add();
  ready.choose('Faulty', true);
  await transport.take('scenarios.addReady').refuse('The disk is full.');
  expect(state()).toMatchObject({ chosen: new Set(['Slow', 'Faulty']), reason: 'The disk is full.' });
});

test('what somebody else has made meanwhile is offered anew, and chosen no longer where it would be replaced', async () => {
  const now = offered.map((one) => (one.name === 'Slow' ? { ...one, state: 'replaces', base: { name: 'Slow' } } : one));
  const { transport, ready, state } = await openDialog();
  ready.choose('Faulty', true);
  void ready.add();
  await transport
    .take('scenarios.addReady')
    .refuseWith(problem('edit-conflict', 'There is a scenario "Slow" already.', { theirs: { name: 'Slow' } }));
  await transport.take('scenarios.ready').answer(now);
  const reason = 'There is a scenario "Slow" already.';
  expect(state()).toEqual({ offered: now, chosen: new Set(['Faulty']), reason });
  ready.choose('Slow', true);
  void ready.add();
  expect(transport.take('scenarios.addReady').input).toMatchObject({ bases: { Slow: { name: 'Slow' }, Faulty: null } });
});

test('a dialog that is closed before the reply stays closed, and one that is opened anew stays open', async () => {
  for (const isOpenedAnew of [false, true]) {
    for (const isRefused of [false, true]) {
      const { transport, ready, open, state, texts } = await openDialog();
      void ready.add();
      ready.close();
      if (isOpenedAnew) await open();
      const adding = transport.take('scenarios.addReady');
      await (isRefused ? adding.refuse('The disk is full.') : adding.answer({ names: ['Slow'] }));
      expect(state()).toEqual(isOpenedAnew ? { offered, chosen: new Set(), reason: null } : null);
      expect(texts()).toMatchObject([{ text: isRefused ? 'The disk is full.' : 'Added “Slow”.' }]);
    }
  }
});
