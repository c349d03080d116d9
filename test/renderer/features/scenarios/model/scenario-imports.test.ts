import { expect, test } from 'vitest';
import { createClient } from '../../../../../renderer/console/client.ts';
import { textFile } from '../../../../../renderer/console/file-text.ts';
import { ScenarioImports } from '../../../../../renderer/features/scenarios/model/scenario-imports.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import { problem } from '../../../../../server/domain/basics/problem.ts';
import { FakeTransport, settled, timers } from '../../../console/fake-transport.ts';

const found = {
  scenarios: [
    { name: 'Default', rules: 0, state: 'same', base: { name: 'Default' } },
    { name: 'Slow', rules: 1, state: 'new', base: null },
  ],
  refused: [{ name: 'Bad', reasons: ['Line 1, column 2 (/0): …'] }],
};

function open() {
  const transport = new FakeTransport();
  const toaster = createToaster();
  const added: string[] = [];
  const imports = new ScenarioImports(createClient(transport), toaster, () => (scenario) => added.push(scenario));
  const read = async (file = 'some.json') => {
    void imports.read(textFile(file, '[…]'));
    await settled();
    return transport.take('scenarios.import');
  };
  return { transport, toaster, added, imports, read, state: () => imports.store.getState() };
}

test('previews a file, imports it and offers undo', async () => {
  const { transport, toaster, added, imports, read, state } = open();
  const preview = await read();
  expect(preview.input).toEqual({ text: '[…]', fileName: 'some.json', as: 'preview' });
  await preview.answer(found);
  expect(state()).toEqual({ stage: 'preview', file: 'some.json', text: '[…]', found });
  void imports.add();
  void imports.add();
  const adding = transport.take('scenarios.import');
  const bases = { Default: { name: 'Default' }, Slow: null };
  expect(adding.input).toEqual({ text: '[…]', fileName: 'some.json', as: 'add', bases });
  expect(transport.calls).toEqual([]);
  await adding.answer(found);
  expect([state(), added]).toEqual([{ stage: 'none' }, ['Slow']]);
  const [toast] = toaster.toasts();
  expect(toast?.text).toBe('Added Slow from some.json.');
  toast?.action?.run();
  await timers();
  await transport.take('history.undo').answer({ label: 'import of some.json' });
  expect(toaster.toasts()).toEqual([]);
});

test('says why a file cannot be imported', async () => {
  const { read, state } = open();
  await (await read()).refuse('The file has no scenarios.');
  expect(state()).toEqual({ stage: 'refused', file: 'some.json', reason: 'The file has no scenarios.' });
});

test('shows the file that was chosen last, and none after it is closed', async () => {
  const { imports, read, state } = open();
  const [first, second] = [await read('first.json'), await read('second.json')];
  await second.answer(found);
  await first.refuse('The file has no scenarios.');
  expect(state()).toMatchObject({ stage: 'preview', file: 'second.json' });
  const third = await read('third.json');
  imports.close();
  await third.answer(found);
  expect(state()).toEqual({ stage: 'none' });
});

test('says in a message why an import failed, beside the preview of the next file', async () => {
  const { transport, toaster, added, imports, read, state } = open();
  await (await read()).answer(found);
  void imports.add();
  const adding = transport.take('scenarios.import');
  await (await read('next.json')).answer(found);
  await adding.refuse('The disk is full.');
  expect(state()).toMatchObject({ stage: 'preview', file: 'next.json' });
  expect([toaster.toasts().map(({ text }) => text), added]).toEqual([['The disk is full.'], []]);
});

test('adds nothing if somebody else has made a scenario of that name since the preview, and offers to preview again', async () => {
  const { transport, toaster, added, imports, read, state } = open();
  await (await read()).answer(found);
  void imports.add();
  const refused = problem('edit-conflict', 'There is a scenario "Slow" already.', { theirs: { name: 'Slow' } });
  await transport.take('scenarios.import').refuseWith(refused);
  expect([state(), added]).toEqual([{ stage: 'none' }, []]);
  const [toast] = toaster.toasts();
  expect(toast).toMatchObject({ text: 'There is a scenario "Slow" already.', action: { title: 'Preview again' } });
  toast?.action?.run();
  await settled();
  const preview = transport.take('scenarios.import');
  expect(preview.input).toEqual({ text: '[…]', fileName: 'some.json', as: 'preview' });
  await preview.answer(found);
  expect(state()).toMatchObject({ stage: 'preview', file: 'some.json' });
});
