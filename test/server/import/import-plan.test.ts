import { expect, test } from 'vitest';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

const fileName = 'products.json';

test('a record equal to its fixture still replaces a different live record', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  await hostValue(host, 'server.start', {});
  const server = host.server();
  await fetch(`${server.state === 'listening' ? server.url : ''}/api/products/1`, { method: 'DELETE' });
  const lamp = { id: 1, name: 'Lamp', price: 20 };
  const text = JSON.stringify([lamp]);
  const { id, collections } = await hostValue(host, 'import.preview', { text, fileName });
  expect(collections).toMatchObject([{ changed: 1, same: 0 }]);
  await hostValue(host, 'import.apply', { id, collections: ['products'] });
  const record = await hostValue(host, 'records.get', { collection: 'products', id: '1' });
  expect(record).toMatchObject({ fixture: lamp, live: lamp });
  const again = await hostValue(host, 'import.preview', { text, fileName });
  expect(again.collections).toMatchObject([{ changed: 0, same: 1 }]);
});

test('refuses a record whose key has another JSON type than in the workspace', async () => {
  await using temporary = await temporaryHost();
  const text = '[{"id":"1"},{"id":"2"}]';
  const { collections } = await hostValue(temporary.host, 'import.preview', { text, fileName });
  const reason = 'the key is "1" here and 1 in the workspace';
  expect(collections).toMatchObject([{ fresh: 1, refusals: [{ line: 1, reason }] }]);
});
