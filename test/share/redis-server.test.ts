import { expect, test, vi } from 'vitest';
import { freePort } from '../support/free-port.mjs';
import { startRedis } from './redis-server.ts';

vi.mock('../support/free-port.mjs', { spy: true });

test('a server whose port was taken meanwhile starts on another one, not behind the server that has it', async () => {
  await using first = await startRedis();
  vi.mocked(freePort).mockResolvedValueOnce(first.port);
  await using second = await startRedis();
  expect(second.port).not.toBe(first.port);
  await second.send('SET', 'name', 'second');
  expect(await first.send('GET', 'name')).toBe('$-1\r\n');
});
