import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../../server/share/engine/connection.ts';
import { startRedis } from './redis-server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Reads nothing for longer than a connection waits for a reply. */
function beBusy(): void {
  const end = performance.now() + 2500;
  while (performance.now() < end);
}

it('keeps no reply in memory once it was given', async () => {
  await using redis = await startRedis();
  const connection = await Connection.open({ url: redis.url, username: undefined, password: undefined });
  const megabyte = `return {string.rep('x', 1048576)}`;
  await connection.script(megabyte, [], []);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;

  for (let time = 0; time < 40; time += 1) expect(await connection.script(megabyte, [], [])).toHaveLength(1);

  collectGarbage();
  expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(20);
  connection.close();
});

it('rejects what is under way when it ends', async () => {
  await using redis = await startRedis();
  const connection = await Connection.open({ url: redis.url, username: undefined, password: undefined });
  const reason = new Error('the end');
  const entries = connection.entriesAfter('log', 0, 0);
  const messages = connection.messagesAfter('requests', '0-0');

  connection.end(reason);

  await expect(entries).rejects.toBe(reason);
  await expect(messages).rejects.toBe(reason);
  await expect(connection.broken).rejects.toBe(reason);
  await expect(connection.script('return 1', [], [])).rejects.toThrow();
});

it('reads a reply that came while the program was busy', async () => {
  await using redis = await startRedis();
  const connection = await Connection.open({ url: redis.url, username: undefined, password: undefined });
  const script = `return {'here'}`;
  await connection.script(script, [], []);

  const reply = connection.script(script, [], []);
  // The command leaves first.
  await new Promise((resolve) => setImmediate(resolve));
  beBusy();

  await expect(reply).resolves.toEqual(['here']);
  connection.close();
});

it('connects although the program was busy meanwhile', async () => {
  await using redis = await startRedis();
  const { connect } = Socket.prototype;
  let begun = 0;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    begun += 1;
    if (begun === 3) process.nextTick(beBusy);
    return Reflect.apply(connect, this, args);
  });
  onTestFinished(() => void vi.restoreAllMocks());

  const opened = await Connection.open({ url: redis.url, username: undefined, password: undefined });

  expect(begun).toBe(3);
  opened.close();
});

it.each(['redis', 'rediss'])('leaves no socket behind when it gives up %s', async (scheme) => {
  const sockets: Socket[] = [];
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
    sockets.push(this);
    return this;
  });
  onTestFinished(() => void vi.restoreAllMocks());

  const opened = Connection.open({ url: `${scheme}://127.0.0.1:1`, username: undefined, password: undefined });

  await expect(opened).rejects.toThrow('the engine does not answer');
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
});

it('waits for entries while a long command of its own is under way', async () => {
  await using redis = await startRedis();
  const connection = await Connection.open({ url: redis.url, username: undefined, password: undefined });
  const busy = `
    local function now() local time = redis.call('TIME') return time[1] * 1000 + time[2] / 1000 end
    local ends = now() + 3500
    while now() < ends do end
    return {'done'}`;
  const entries = connection.entriesAfter('log', 0, 0);

  const reply = connection.script(busy, [], [], 10_000);

  await expect(entries).resolves.toEqual([]);
  await expect(reply).resolves.toEqual(['done']);
  connection.close();
});
