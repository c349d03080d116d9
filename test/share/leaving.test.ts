import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Replica } from '../../server/share/replica.ts';
import { eventually } from '../support/eventually.ts';
import type { RedisServer } from './redis-server.ts';
import { engineBehindProxy, startReplica } from './replicas.ts';

describe('an instance that leaves', () => {
  /** True if the engine has an instance among those that live. */
  const lives = async (redis: RedisServer, replica: Replica) => {
    return (await redis.send('HEXISTS', replica.keys.instances, replica.id)) === ':1\r\n';
  };

  test('does not tell afterwards that it lives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { redis, proxy } = await engineBehindProxy();
    const replica = await startReplica(proxy.port);
    expect(await lives(redis, replica)).toBe(true);
    proxy.hold('scripts');
    const closing = replica.close();
    // The reply to the text of the script comes, the one to its run is held back.
    await eventually(() => expect(proxy.held).toBeGreaterThan(0));
    proxy.release();
    proxy.hold('scripts');
    await eventually(async () => expect(await lives(redis, replica)).toBe(false));
    vi.advanceTimersByTime(5000);
    await sleep(50);
    expect(await lives(redis, replica)).toBe(false);
    proxy.release();
    await closing;
  });

  test('does so while it joins again, when the engine has taken it in', async () => {
    const { redis, proxy } = await engineBehindProxy();
    const replica = await startReplica(proxy.port);
    proxy.cut();
    await redis.send('HDEL', replica.keys.instances, replica.id);
    proxy.hold('scripts');
    await eventually(async () => {
      // The replies to the texts of scripts come; that to the run of the first one, which joins, is held back.
      if (!(await lives(redis, replica))) {
        proxy.release();
        proxy.hold('scripts');
      }
      expect(await lives(redis, replica)).toBe(true);
    });
    const closing = replica.close();
    await sleep(20);
    proxy.release();
    await closing;
    expect(await lives(redis, replica)).toBe(false);
  });

  test.each(Array.from({ length: 12 }, (_, n) => n * 10))(
    'does so while it joins again, %s ms after',
    async (pause) => {
      const { redis, proxy } = await engineBehindProxy();
      const replica = await startReplica(proxy.port);
      proxy.cut();
      await sleep(pause);
      await replica.close();
      // What was sent before may still be under way.
      await sleep(50);
      expect(await lives(redis, replica)).toBe(false);
      // The engine learns of a closed connection later. The one that asks stays.
      await eventually(async () => {
        const connections = (await redis.send('CLIENT', 'LIST')).match(/^id=/gm);
        expect(connections).toHaveLength(1);
      });
    },
  );
});
