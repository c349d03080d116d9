import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { Imports } from '../../../../renderer/features/imports/imports.ts';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';
import { FakeTransport, settled } from '../../console/fake-transport.ts';

const counts = { fresh: 0, changed: 0, same: 0, refused: 0, refusals: [], places: 'record' };
const found = {
  id: 5,
  collections: [
    { ...counts, name: 'orders', state: 'new', fresh: 2 },
    { ...counts, name: 'users', state: 'exists', changed: 1 },
    { ...counts, name: 'products', state: 'exists', same: 4 },
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

test('previews a file, imports the selected collections and offers undo', async () => {
  const { transport, toaster, added, imports, choose, state } = open();
  await choose('shop.json');
  expect(state()).toMatchObject({ stage: 'reading', file: { name: 'shop.json' } });
  const preview = transport.take('import.preview');
  expect(preview.input).toEqual({ text: 'text of shop.json', fileName: 'shop.json' });
  await preview.answer(found);
  expect(state()).toMatchObject({ stage: 'preview', preview: found, chosen: ['orders', 'users'] });

  imports.toggle('users');
  imports.toggle('products');
  imports.toggle('users');
  imports.toggle('products');
  void imports.add();
  void imports.add();
  const adding = transport.take('import.apply');
  expect(adding.input).toEqual({ id: 5, collections: ['orders', 'users'] });
  expect(transport.calls).toEqual([]);
  await adding.answer({ records: 3 });
  expect(state()).toEqual({ stage: 'none' });
  expect(added).toEqual(['orders']);
  const [toast] = toaster.toasts();
  expect(toast?.text).toBe('Imported 3 records from shop.json.');
  toast?.action?.run();
  await transport.take('history.undo').answer({ label: 'import of shop.json' });
  expect(toaster.toasts()).toEqual([]);
});

test('says why a file cannot be imported', async () => {
  const { transport, choose, state } = open();
  await choose('broken.json');
  await transport.take('import.preview').refuse('Line 1, column 2: expected a value.');
  expect(state()).toMatchObject({
    stage: 'refused',
    file: { name: 'broken.json' },
    reason: 'Line 1, column 2: expected a value.',
  });
});

test('ignores a reply for a closed dialog, and closing cancels the import', async () => {
  const { transport, imports, choose, state } = open();
  await choose('first.json');
  await choose('second.json');
  await transport.take('import.preview').answer(found);
  expect(state()).toMatchObject({ stage: 'reading', file: { name: 'second.json' } });
  imports.close();
  await transport.take('jobs.cancel').answer(null);
  await transport.take('import.preview').refuse('Too late.');
  expect(state()).toEqual({ stage: 'none' });
  imports.close();
  expect(transport.calls).toEqual([]);
});
