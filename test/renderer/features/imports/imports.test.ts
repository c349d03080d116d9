import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { Imports } from '../../../../renderer/features/imports/imports.ts';
import { createToaster } from '../../../../renderer/ui/toaster.ts';
import { FakeTransport, settled } from '../../console/fake-transport.ts';

const found = {
  collections: [
    { name: 'orders', records: 2, state: 'new' },
    { name: 'users', records: 1, state: 'exists' },
  ],
  notes: ['"theme" was not used.'],
};

function open() {
  const transport = new FakeTransport();
  const toaster = createToaster();
  const added: string[] = [];
  const imports = new Imports(createClient(transport), toaster, (collection) => added.push(collection));
  const choose = async (name: string) => {
    void imports.read({ name, text: async () => `text of ${name}` });
    await settled();
  };
  return { transport, toaster, added, imports, choose, state: () => imports.store.getState() };
}

test('shows what the host finds in a file, then adds it and offers the way back', async () => {
  const { transport, toaster, added, imports, choose, state } = open();
  await choose('shop.json');
  expect(state()).toEqual({ stage: 'reading', file: 'shop.json' });
  const preview = transport.take('workspace.import');
  expect(preview.input).toEqual({ text: 'text of shop.json', fileName: 'shop.json', as: 'preview' });
  await preview.answer(found);
  expect(state()).toMatchObject({ stage: 'preview', file: 'shop.json', imported: found, isAdding: false });

  void imports.add();
  void imports.add();
  const adding = transport.take('workspace.import');
  expect(adding.input).toEqual({ text: 'text of shop.json', fileName: 'shop.json', as: 'add' });
  expect(transport.calls).toEqual([]);
  await adding.answer(found);
  expect(state()).toEqual({ stage: 'none' });
  expect(added).toEqual(['orders']);
  const [toast] = toaster.toasts();
  expect(toast?.text).toBe('Added orders from shop.json.');
  toast?.action?.run();
  await transport.take('history.undo').answer({ label: 'import of shop.json' });
  expect(toaster.toasts()).toEqual([]);
});

test('says why a file cannot be imported', async () => {
  const { transport, choose, state } = open();
  await choose('broken.json');
  await transport.take('workspace.import').refuse('Line 1, column 2: expected a value.');
  expect(state()).toEqual({
    stage: 'refused',
    file: 'broken.json',
    reason: 'Line 1, column 2: expected a value.',
  });
});

test('an answer for a file that is no longer wanted changes nothing', async () => {
  const { transport, imports, choose, state } = open();
  await choose('first.json');
  await choose('second.json');
  await transport.take('workspace.import').answer(found);
  expect(state()).toEqual({ stage: 'reading', file: 'second.json' });
  imports.close();
  await transport.take('workspace.import').refuse('Too late.');
  expect(state()).toEqual({ stage: 'none' });
});
