import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import { recordsOfExchange } from '../../../../server/domain/records/exchange-records.ts';

const one = { id: 7, total: 3 };
const other = { id: 8 };

test.each<[path: string, body: Json, collection: string, records: Json, isPart: boolean]>([
  ['/api/orders', { items: [one, other], total: 2 }, 'orders', [one, other], false],
  ['/api/orders?limit=1', [one], 'orders', [one], false],
  ['/api/orders/7', one, 'orders', [one], false],
  ['/users/42', { userId: '42', name: 'Ada' }, 'users', [{ userId: '42', name: 'Ada' }], true],
  ['/v2/shop/orders', { data: [one], links: {} }, 'orders', [one], false],
  ['/v2/shop/orders/7', one, 'orders', [one], false],
  ['/v2/shop/latest', one, 'latest', [one], false],
  ['/api/order%73', { ...one, lines: [{ id: 1 }] }, 'orders', [{ ...one, lines: [{ id: 1 }] }], false],
])('%s with %j', (path, body, collection, records, isPart) => {
  expect(recordsOfExchange(path, body)).toEqual({ ok: true, value: { collection, records, isPart } });
});

test('the key of the collection distinguishes a record from a list in an envelope', () => {
  const body = { sku: 'x', variants: [{ id: 1 }] };
  expect(recordsOfExchange('/api/products', body, () => 'sku')).toMatchObject({ value: { records: [body] } });
  expect(recordsOfExchange('/v1/products/x', body, () => 'sku')).toMatchObject({ value: { collection: 'products' } });
});

test.each<[string, Json, string]>([
  ['/api/orders', { message: 'no' }, 'its body holds no records'],
  ['/api/orders', [1, 2], 'its body holds no records'],
  ['/', [one], 'its path names no collection'],
  ['/api/7', [one], 'its path names no collection'],
  ['/%', [one], 'its path cannot be decoded'],
])('%s with %j is refused', (path, body, reason) => {
  expect(recordsOfExchange(path, body)).toEqual({ ok: false, problem: reason });
});
