import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { textFile } from '../../../../renderer/console/file-text.ts';
import { chosenIn, Imports } from '../../../../renderer/features/imports/imports.ts';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';
import { problem } from '../../../../server/domain/basics/problem.ts';
import { FakeTransport, settled, timers } from '../../console/fake-transport.ts';

const counts = { fresh: 0, changed: 0, same: 0, removed: 0, kept: 0, refused: 0, refusals: [], places: 'record' };
const found = {
  id: 5,
  collections: [
    { ...counts, name: 'orders', source: 'orders', state: 'new', fresh: 2 },
    { ...counts, name: 'users', source: 'users', state: 'exists', changed: 1 },
    { ...counts, name: 'products', source: 'products', state: 'exists', same: 4 },
  ],
  notes: ['"theme" was not used.'],
};

function open() {
  const transport = new FakeTransport();
  const toaster = createToaster();
  const added: unknown[] = [];
  const imports = new Imports(createClient(transport), toaster, {
    added: (records) => {
      added.push(records);
      return 'The search was cleared to show them.';
    },
    changed: (record) => added.push(record),
    empty: (collection) => added.push(collection),
  });
  const choose = async (name: string) => {
    void imports.read(textFile(name, `text of ${name}`));
    await settled();
  };
  const state = () => imports.store.getState();
  const chosen = () => {
    const now = state();
    return 'picks' in now ? chosenIn(now).map(({ name }) => name) : [];
  };
  return { transport, toaster, added, imports, choose, state, chosen };
}

test('previews a file, imports the selected collections and offers undo', async () => {
  const { transport, toaster, added, imports, choose, state, chosen } = open();
  await choose('shop.json');
  expect(state()).toMatchObject({ stage: 'reading', file: { name: 'shop.json' } });
  const preview = transport.take('import.preview');
  expect(preview.input).toEqual({ text: 'text of shop.json', fileName: 'shop.json' });
  await preview.answer(found);
  expect(state()).toMatchObject({ stage: 'preview', preview: found });
  expect(chosen()).toEqual(['orders', 'users']);

  imports.toggle('users');
  imports.toggle('products');
  imports.toggle('users');
  imports.toggle('products');
  void imports.add();
  void imports.add();
  const adding = transport.take('import.apply');
  expect(adding.input).toEqual({ id: 5, collections: ['orders', 'users'] });
  expect(transport.calls).toEqual([]);
  const orders = { collection: 'orders', first: '7', count: 2, areTogether: true };
  await adding.answer({ records: 3, first: { collection: 'orders', id: '7' }, added: orders });
  expect(state()).toEqual({ stage: 'none' });
  expect(added).toEqual([orders]);
  const [toast] = toaster.toasts();
  expect(toast?.text).toBe('Imported 3 records from shop.json: 2 new, 1 changed. The search was cleared to show them.');
  toast?.action?.run();
  await timers();
  await transport.take('history.undo').answer({ label: 'import of shop.json' });
  expect(toaster.toasts()).toEqual([]);
});

test('a refused choice says why and leaves the preview; a change of the collection drops the chosen key', async () => {
  const { transport, imports, choose, state, chosen } = open();
  await choose('shop.json');
  await transport.take('import.preview').answer(found);
  void imports.decide({ collection: 'orders', key: 'sku' });
  await settled();
  const refused = transport.take('import.preview');
  expect(refused.input).toMatchObject({ choices: [{ collection: 'orders', key: 'sku' }] });
  expect(state()).toMatchObject({ stage: 'choosing', preview: found });
  await refused.refuse('"sku" cannot be the key: 12 records have no "sku".');
  expect(state()).toMatchObject({
    stage: 'preview',
    preview: found,
    choices: [],
    refusal: { collection: 'orders', reason: expect.stringContaining('12 records') },
  });

  void imports.decide({ collection: 'orders', key: 'nr' });
  void imports.decide({ collection: 'orders', into: 'bills' });
  await settled();
  await transport.take('import.preview').refuse('Cancelled.');
  const last = transport.take('import.preview');
  expect(last.input).toMatchObject({ choices: [{ collection: 'orders', into: 'bills' }] });
  const bills = { ...found, id: 6, collections: [{ ...found.collections[0], name: 'bills' }] };
  await last.answer(bills);
  expect(state()).toMatchObject({ stage: 'preview', preview: bills, refusal: null });
  expect(chosen()).toEqual(['bills']);
  imports.show('users');
  expect(state()).toMatchObject({ shown: 'users' });
});

test('a choice that is tried keeps what the person shows, selects and deselects before and meanwhile', async () => {
  const { transport, imports, choose, state, chosen } = open();
  await choose('shop.json');
  await transport.take('import.preview').answer(found);
  imports.toggle('users');
  imports.toggle('products');
  void imports.decide({ collection: 'orders', key: 'sku' });
  await settled();
  imports.show('users');
  imports.toggle('orders');
  imports.takeSettings(false);
  const [orders, ...others] = found.collections;
  const again = { ...found, id: 6, collections: [{ ...orders, name: 'bills' }, ...others] };
  await transport.take('import.preview').answer(again);
  expect(state()).toMatchObject({ stage: 'preview', preview: again, shown: 'users', takesSettings: false });
  expect(chosen()).toEqual(['products']);
  void imports.decide({ collection: 'orders', key: 'nr' });
  await settled();
  imports.show('orders');
  await transport.take('import.preview').refuse('No.');
  expect(state()).toMatchObject({
    stage: 'preview',
    shown: 'orders',
    refusal: { collection: 'orders', reason: 'No.' },
  });
  expect(chosen()).toEqual(['products']);
});

test('a refused import is previewed again with the same choices and picks, and says so', async () => {
  const { transport, imports, choose, state, chosen, toaster } = open();
  await choose('shop.json');
  await transport.take('import.preview').answer(found);
  void imports.decide({ collection: 'users', mode: 'merge' });
  await settled();
  await transport.take('import.preview').answer({ ...found, id: 6 });
  imports.toggle('orders');
  imports.show('users');
  imports.takeSettings(false);
  void imports.add();
  const changed = problem('conflict', 'Record 42 of users has changed since the preview. Nothing was imported.');
  await transport.take('import.apply').refuseWith(changed);
  const notice = `${changed.detail} Look at the new preview before you import.`;
  expect(state()).toMatchObject({ stage: 'choosing', notice });
  const again = transport.take('import.preview');
  const choices = [{ collection: 'users', mode: 'merge' }];
  expect(again.input).toEqual({ text: 'text of shop.json', fileName: 'shop.json', choices });
  const newer = { ...found, id: 7 };
  await again.answer(newer);
  expect(state()).toMatchObject({ stage: 'preview', preview: newer, notice, shown: 'users', takesSettings: false });
  expect([chosen(), toaster.toasts()]).toEqual([['users'], []]);
  void imports.add();
  expect(transport.take('import.apply').input).toEqual({ id: 7, collections: ['users'] });
});

test('an import that an unreachable host has not answered can be tried again with the same choices', async () => {
  const { transport, imports, choose, state } = open();
  await choose('shop.json');
  await transport.take('import.preview').answer(found);
  imports.toggle('users');
  void imports.add();
  await transport.take('import.apply').refuse('The host cannot be reached.');
  await transport.take('import.preview').refuse('The host cannot be reached.');
  expect(state()).toMatchObject({ stage: 'preview', preview: found, notice: 'The host cannot be reached.' });
  void imports.add();
  expect(transport.take('import.apply').input).toEqual({ id: 5, collections: ['orders'] });
});

test('a preview whose records the host does not have any more is made again, unless another one is on show', async () => {
  const { transport, imports, choose, state } = open();
  await choose('shop.json');
  await transport.take('import.preview').answer(found);
  void imports.renew(4, 'Gone.');
  expect([transport.calls, state()]).toMatchObject([[], { notice: null }]);
  imports.toggle('users');
  void imports.renew(5, 'Gone.');
  void imports.renew(5, 'Gone.');
  await settled();
  await transport.take('import.preview').answer({ ...found, id: 6 });
  expect(transport.calls).toEqual([]);
  const notice = 'Gone. Look at the new preview before you import.';
  expect(state()).toMatchObject({ stage: 'preview', preview: { id: 6 }, picks: { users: false }, notice });
});

test('offers records to the collection on show, also with a choice', async () => {
  const { transport, imports } = open();
  void imports.read(textFile('people.csv', 'id\n1'), { open: 'users' });
  await settled();
  const first = transport.take('import.preview');
  expect(first.input).toEqual({ text: 'id\n1', fileName: 'people.csv', open: 'users' });
  await first.answer(found);
  void imports.decide({ collection: 'people', mode: 'replace' });
  await settled();
  expect(transport.take('import.preview').input).toMatchObject({
    open: 'users',
    choices: [{ collection: 'people', mode: 'replace' }],
  });
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

test('a table from a spreadsheet is read in its code page, and the preview is told', async () => {
  const { transport, imports, state } = open();
  const bytes = (...codes: readonly number[]) => ({ arrayBuffer: async () => new Uint8Array(codes).buffer });
  void imports.read({ name: 'people.csv', ...bytes(0x69, 0x64, 0x0a, 0xfc, 0x80) });
  await settled();
  const { input } = transport.take('import.preview');
  expect(input).toEqual({ text: 'id\nü€', fileName: 'people.csv', encoding: 'windows-1252' });
  void imports.read({ name: 'people.json', ...bytes(0xff, 0xfe, 0x5b, 0x00, 0x5d, 0x00) });
  await settled();
  expect(transport.take('import.preview').input).toEqual({ text: '[]', fileName: 'people.json' });
  void imports.read({ name: 'people.json', ...bytes(0xfc) });
  await settled();
  expect(transport.calls).toEqual([]);
  expect(state()).toMatchObject({
    stage: 'refused',
    reason: 'The file is neither UTF-8 nor UTF-16 text.',
  });
});
