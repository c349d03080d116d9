import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import type { CommandInput, CommandName, CommandOutput } from '../../../server/contract/command.ts';
import { type TemporaryHost, temporaryHost } from '../../support/temporary-host.ts';

const request = {
  name: 'Read Ada',
  note: 'Look at the tag.',
  method: 'GET',
  target: '/users/42',
  headers: [],
  body: null,
};

async function value<Name extends CommandName>(
  { host }: TemporaryHost,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandOutput<Name>> {
  const reply = await host.call(name, input);
  if (!reply.ok) throw new Error(reply.problem.detail);
  return reply.value as CommandOutput<Name>;
}

const names = async (temporary: TemporaryHost) =>
  (await value(temporary, 'workspace.get', {})).saved.map(({ name }) => name);

test('a request is kept in the file, and is there when the file is opened again', async () => {
  await using first = await temporaryHost();
  await value(first, 'saved.put', { request });
  await vi.waitFor(async () => {
    expect(JSON.parse(await readFile(first.file, 'utf8')).requests).toEqual([
      { name: 'Read Ada', note: 'Look at the tag.', target: '/users/42' },
    ]);
  });
  await using again = await first.reopen();
  expect((await value(again, 'workspace.get', {})).saved).toEqual([request]);
});

test('a name is there once: the same name replaces, another name of the same is refused', async () => {
  await using temporary = await temporaryHost();
  await value(temporary, 'saved.put', { request });
  await value(temporary, 'saved.put', { request: { ...request, target: '/users/7' } });
  await value(temporary, 'saved.put', { request: { ...request, name: 'Other' } });
  expect(await names(temporary)).toEqual(['Read Ada', 'Other']);
  expect(await temporary.host.call('saved.rename', { name: 'Other', to: 'Read Ada' })).toMatchObject({
    problem: { type: '/problems/conflict' },
  });
  await value(temporary, 'saved.rename', { name: 'Other', to: 'Third' });
  expect(await names(temporary)).toEqual(['Read Ada', 'Third']);
  expect(await temporary.host.call('saved.remove', { name: 'Other' })).toMatchObject({
    problem: { type: '/problems/unknown-request' },
  });
});

test('what is done to kept requests is undone and done again', async () => {
  await using temporary = await temporaryHost();
  await value(temporary, 'saved.put', { request });
  await value(temporary, 'saved.remove', { name: 'Read Ada' });
  expect(await names(temporary)).toEqual([]);
  expect(await value(temporary, 'history.undo', {})).toEqual({ label: 'delete of request Read Ada' });
  expect(await names(temporary)).toEqual(['Read Ada']);
  await value(temporary, 'history.redo', {});
  expect(await names(temporary)).toEqual([]);
});
