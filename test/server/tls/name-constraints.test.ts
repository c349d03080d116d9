import { expect, test } from 'vitest';
import {
  decodeConstraints,
  encodeConstraints,
  isPermitted,
  permittedWith,
} from '../../../server/tls/name-constraints.ts';

test.each([
  ...['localhost', 'app.localhost', 'laptop.local', 'mock.test', 'a.b.internal', 'nas.home.arpa'],
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.7',
    '100.64.0.1',
    '::1',
    'fd12::1',
    'fe80::1',
  ],
])('an authority may certify %s, which no public network has', (name) => {
  expect(isPermitted(permittedWith([]), name)).toBe(true);
});

test.each([
  ...['example.com', 'local.example.com', 'notlocal', 'test.com', 'xlocalhost', 'com', ''],
  ...['8.8.8.8', '172.32.0.1', '192.169.0.1', '100.128.0.1', '11.0.0.1', '2001:db8::1', '::2', 'fb00::1'],
])('an authority may not certify %j', (name) => {
  expect(isPermitted(permittedWith([]), name)).toBe(false);
});

test('what an authority was made for may be certified, and nothing beside it', () => {
  const permitted = permittedWith(['shop.example.com', '8.8.8.8', '2001:db8::1', 'laptop', 'mock.test']);
  for (const name of ['shop.example.com', '8.8.8.8', '2001:db8::1', 'laptop'])
    expect(isPermitted(permitted, name)).toBe(true);
  for (const name of ['example.com', '8.8.8.9', '2001:db8::2', 'laptops'])
    expect(isPermitted(permitted, name)).toBe(false);
});

test('the extension holds what it was made of', () => {
  const names = Array.from({ length: 60 }, (_, index) => `host-${index}.example.com`);
  const permitted = permittedWith(['8.8.8.8', '2001:db8::1', ...names]);
  const decoded = decodeConstraints(encodeConstraints(permitted));
  expect(decodeConstraints(encodeConstraints(decoded))).toEqual(decoded);
  expect(decoded).toHaveLength(permitted.length);
  for (const name of [...names, '8.8.8.8', '2001:db8::1', '10.0.0.1', 'fd00::1', '::1']) {
    expect(isPermitted(decoded, name)).toBe(true);
  }
  expect(isPermitted(decoded, '8.8.8.9') || isPermitted(decoded, '2001:db8::2') || isPermitted(decoded, '::2')).toBe(
    false,
  );
});

test('refuses a value that is cut', () => {
  const whole = encodeConstraints(permittedWith([]));
  expect(() => decodeConstraints(whole.subarray(0, 40))).toThrow(RangeError);
});
