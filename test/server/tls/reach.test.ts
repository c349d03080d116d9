import { expect, test } from 'vitest';
import type { ServerState } from '../../../server/contract/schema/state.ts';
import { networkAddresses } from '../../../server/tls/machine-names.ts';
import { reachOf } from '../../../server/tls/reach.ts';

const plain: ServerState = { state: 'listening', url: 'http://localhost:4010', port: 4010 };
const secure: ServerState = { ...plain, https: { url: 'https://localhost:4443', port: 4443 } };
const machine = ['192.168.1.7', '10.0.0.3', 'fd00::7'];

const addressesOf = (server: ServerState, host: string) =>
  reachOf(server, host, undefined, machine).addresses.map(({ http, https }) => [http, https]);

test('lists the addresses of a mock that listens for others, over HTTP and HTTPS', () => {
  expect(addressesOf(secure, '0.0.0.0')).toEqual([
    ['http://192.168.1.7:4010', 'https://192.168.1.7:4443'],
    ['http://10.0.0.3:4010', 'https://10.0.0.3:4443'],
  ]);
  expect(addressesOf(plain, '::')).toEqual([
    ['http://192.168.1.7:4010', null],
    ['http://10.0.0.3:4010', null],
    ['http://[fd00::7]:4010', null],
  ]);
  expect(addressesOf(plain, '10.0.0.3')).toEqual([['http://10.0.0.3:4010', null]]);
});

test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])('lists none for %s, and none of a stopped mock', (host) => {
  expect(addressesOf(secure, host)).toEqual([]);
  expect(addressesOf({ state: 'stopped' }, '0.0.0.0')).toEqual([]);
});

function face(address: string, family: 'IPv4' | 'IPv6', internal = false) {
  const rest = { netmask: '', mac: '', internal, cidr: null };
  return family === 'IPv4' ? { ...rest, address, family } : { ...rest, address, family, scopeid: 0 };
}

test('leaves out loopback, containers, link-local and global IPv6 addresses', () => {
  const interfaces = {
    lo: [face('127.0.0.1', 'IPv4', true), face('::1', 'IPv6', true)],
    wlan0: [
      face('fd00::7', 'IPv6'),
      face('fe80::1%wlan0', 'IPv6'),
      face('2001:db8::1', 'IPv6'),
      face('192.168.1.7', 'IPv4'),
    ],
    eth0: [face('169.254.3.4', 'IPv4'), face('10.0.0.3', 'IPv4')],
    docker0: [face('172.17.0.1', 'IPv4')],
    'br-1f2e': [face('172.18.0.1', 'IPv4')],
  };
  expect(networkAddresses(interfaces)).toEqual(['192.168.1.7', '10.0.0.3', 'fd00::7']);
});
