import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { portHolder, readLsof, readNetstat, readSocketTable } from '../../../../server/http/connection/port-holder.ts';
import { listenOnFreePort } from '../../../support/free-port.mjs';

test.runIf(process.platform === 'linux')('finds a listener of this account by its port', async () => {
  const server = createServer();
  const port = await listenOnFreePort(server);
  expect(await portHolder(port)).toBe('this program itself');
  await new Promise((resolve) => server.close(resolve));
  expect(await portHolder(port)).toBeNull();
});

test('names no process on an unknown system', async () => {
  expect(await portHolder(80, 'aix')).toBeNull();
});

test('readSocketTable returns only the sockets that listen on the port', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0FAA 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0000 100 0 0 10 0
   1: 0100007F:0FAA 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0000 20 4 30 10 -1
   2: 00000000:0FAB 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0000 100 0 0 10 0
`;
  expect(readSocketTable(table, 4010)).toEqual([{ inode: '4711', uid: 1000 }]);
  expect(readSocketTable(table, 4011)).toEqual([{ inode: '4713', uid: 0 }]);
});

test('readLsof returns the process', () => {
  expect(readLsof('p4711\ncnode\nf23\n')).toBe('node (process 4711)');
  expect(readLsof('')).toBeNull();
});

test('readNetstat returns the process of the listener in any language', () => {
  const text = `
  Proto  Lokale Adresse         Remoteadresse          Status           PID
  TCP    127.0.0.1:4010         127.0.0.1:52000        HERGESTELLT      8
  TCP    0.0.0.0:14010          0.0.0.0:0              ABHÖREN          9
  TCP    127.0.0.1:4010         0.0.0.0:0              ABHÖREN          4711
`;
  expect(readNetstat(text, 4010)).toBe('4711');
  expect(readNetstat(text, 4012)).toBeNull();
});
