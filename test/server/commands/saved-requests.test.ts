import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { hostValue, type TemporaryHost, temporaryHost } from '../../support/temporary-host.ts';

const request = {
  name: 'Read Ada',
  note: 'Look at the tag.',
  method: 'GET',
  target: '/users/42',
  headers: [],
  body: null,
};

const names = async (temporary: TemporaryHost) =>
  (await hostValue(temporary.host, 'workspace.get', {})).saved.map(({ name }) => name);

test('a saved request survives reopening the file', async () => {
  await using first = await temporaryHost();
  await hostValue(first.host, 'saved.put', { request });
  await eventually(async () => {
    expect(JSON.parse(await readFile(first.file, 'utf8')).requests).toEqual([
      { name: 'Read Ada', note: 'Look at the tag.', target: '/users/42' },
    ]);
  });
  await using again = await first.reopen();
  expect((await hostValue(again.host, 'workspace.get', {})).saved).toEqual([request]);
});

test('saving under a known name replaces it; renaming to a known name is refused', async () => {
  await using temporary = await temporaryHost();
  await hostValue(temporary.host, 'saved.put', { request });
  await hostValue(temporary.host, 'saved.put', { request: { ...request, target: '/users/7' } });
  await hostValue(temporary.host, 'saved.put', { request: { ...request, name: 'Other' } });
  expect(await names(temporary)).toEqual(['Read Ada', 'Other']);
  expect(await temporary.host.call('saved.rename', { name: 'Other', to: 'Read Ada' })).toMatchObject({
    problem: { type: '/problems/conflict' },
  });
  await hostValue(temporary.host, 'saved.rename', { name: 'Other', to: 'Third' });
  expect(await names(temporary)).toEqual(['Read Ada', 'Third']);
  expect(await temporary.host.call('saved.remove', { name: 'Other' })).toMatchObject({
    problem: { type: '/problems/unknown-request' },
  });
});

test('edits of saved requests are undone and redone', async () => {
  await using temporary = await temporaryHost();
  await hostValue(temporary.host, 'saved.put', { request });
  await hostValue(temporary.host, 'saved.remove', { name: 'Read Ada' });
  expect(await names(temporary)).toEqual([]);
  expect(await hostValue(temporary.host, 'history.undo', {})).toEqual({ label: 'delete of request Read Ada' });
  expect(await names(temporary)).toEqual(['Read Ada']);
  await hostValue(temporary.host, 'history.redo', {});
  expect(await names(temporary)).toEqual([]);
});
