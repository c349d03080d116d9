import { expect, test } from 'vitest';
import { createClient } from '../../../renderer/console/client.ts';
import { Submission } from '../../../renderer/console/submission.ts';
import { noReply } from '../../../renderer/console/transport.ts';
import { FakeTransport } from './fake-transport.ts';

const add = (name: string) => ({ collection: 'users', record: { name } });

test('sends the id of the console with every command, and a key with those that create', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport, 'window 1');
  void client.call('records.put', add('Ada'));
  void client.call('records.remove', { collection: 'users', id: '1' });
  expect(transport.take('records.put').caller).toEqual({ console: 'window 1', key: expect.any(String) });
  expect(transport.take('records.remove').caller).toEqual({ console: 'window 1' });
});

test('gives equal calls in flight the same key, and later ones a new key', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  for (const name of ['Ada', 'Ada', 'Grace']) void client.call('records.put', add(name));
  const [first, second, other] = [1, 2, 3].map(() => transport.take('records.put'));
  expect(second?.caller.key).toBe(first?.caller.key);
  expect(other?.caller.key).not.toBe(first?.caller.key);
  await first?.answer(null);
  await second?.answer(null);
  void client.call('records.put', add('Ada'));
  expect(transport.take('records.put').caller.key).not.toBe(first?.caller.key);
});

test('tells of an edit that was carried out before its caller has the reply, and of no other command', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const heard: string[] = [];
  client.onEdit(() => heard.push('edit'));
  void client.call('records.remove', { collection: 'users', id: '1' }).then(() => heard.push('reply'));
  void client.call('records.remove', { collection: 'users', id: '2' }).then(() => heard.push('refusal'));
  void client.call('history.list', {}).then(() => heard.push('list'));
  await transport.take('records.remove').answer(null);
  await transport.take('records.remove').refuse('Nothing has this id.');
  await transport.take('history.list').answer(null);
  expect(heard).toEqual(['edit', 'reply', 'refusal', 'list']);
});

test('is settled once the edits in flight have ended and their callers have the replies', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const heard: string[] = [];
  void client.call('records.remove', { collection: 'users', id: '1' }).then(() => heard.push('reply'));
  void client.call('history.list', {});
  const settled = client.settled().then(() => heard.push('settled'));
  await transport.take('records.remove').answer(null);
  await settled;
  expect(heard).toEqual(['reply', 'settled']);
});

test('gives the same input of one form the same key, also after a reply was lost', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const form = new Submission();
  const keyOf = async (name: string) => {
    void client.call('records.put', add(name), form);
    const call = transport.take('records.put');
    await call.refuse('The host cannot be reached.');
    return call.caller.key;
  };
  const key = await keyOf('Ada');
  expect(await keyOf('Ada')).toBe(key);
  expect(await keyOf('Grace')).not.toBe(key);
});

test('an equal call after a lost reply is that call once more, and after a reply it is another one', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const send = {
    'records.put': () => client.call('records.put', add('Ada')),
    'history.undo': () => client.call('history.undo', {}),
  };
  for (const name of ['records.put', 'history.undo'] as const) {
    void send[name]();
    const first = transport.take(name);
    await first.refuseWith(noReply);
    void send[name]();
    const second = transport.take(name);
    expect(second.caller.key).toBe(first.caller.key);
    await second.answer(null);
    void send[name]();
    const third = transport.take(name);
    expect(third.caller.key).not.toBe(first.caller.key);
    await third.answer(null);
  }
});

test('a form that is opened again after a lost reply sends the same input with the same key', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  void client.call('records.put', add('Ada'), new Submission());
  const first = transport.take('records.put');
  await first.refuseWith(noReply);
  void client.call('records.put', add('Ada'), new Submission());
  expect(transport.take('records.put').caller.key).toBe(first.caller.key);
});

test('a step after another edit is a new one, although the reply to the one before was lost', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  void client.call('history.undo', {});
  const first = transport.take('history.undo');
  await first.refuseWith(noReply);
  void client.call('records.remove', { collection: 'users', id: '1' });
  await transport.take('records.remove').answer(null);
  void client.call('history.undo', {});
  expect(transport.take('history.undo').caller.key).not.toBe(first.caller.key);
});

test('two steps at once have two keys', () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  for (const _step of [1, 2]) void client.call('history.undo', {});
  expect(transport.take('history.undo').caller.key).not.toBe(transport.take('history.undo').caller.key);
});

test('an edit whose reply was lost counts as done: it may be the latest one', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  void client.call('records.remove', { collection: 'users', id: '1' });
  await transport.take('records.remove').refuseWith(noReply);
  expect(client.editsDone()).toBe(1);
});
