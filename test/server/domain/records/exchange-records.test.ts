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
  ['/api/orders/7.json', { id: 7 }, 'orders', [{ id: 7 }], false],
  ['/api/orders/latest', one, 'orders', [one], false],
  ['/api', [one], 'api', [one], false],
  ['/orders', one, 'orders', [one], false],
  ['/api/orders/7/lines', [one], 'lines', [one], false],
  ['/v2/orders.json', [one], 'orders', [one], false],
  ['/v2/orders.JSON#top', [one], 'orders', [one], false],
  ['/v2/a.jsonl', [one], 'a.jsonl', [one], false],
  ['/users', [{ id: '1', name: 'Ada' }], 'users', [{ id: '1', name: 'Ada' }], false],
  ['/users/42/orders', [one], 'orders', [one], false],
  ['/v2/orders/x7', { orderNo: 'x7', code: 3 }, 'orders', [{ orderNo: 'x7', code: 3 }], false],
  ['/v2/orders', { orderNo: 'x7' }, 'orders', [{ orderNo: 'x7' }], false],
  ['/v2/orders/7', { data: one }, 'orders', [one], false],
  ['/v2/orders', { data: 'none', orders: [one] }, 'orders', [one], false],
  ['/v2/orders/7', { ...one, data: { id: 9 } }, 'orders', [{ ...one, data: { id: 9 } }], false],
  ['/v2/members/7', { userId: 7, data: [other] }, 'members', [{ userId: 7, data: [other] }], false],
  ['/v2/orders', { errors: [], tags: ['new', {}], orders: [one], number: 1 }, 'orders', [one], false],
  ['/v2/orders', [one, 'none', other], 'orders', [one, other], false],
  ['/api/order%73', { ...one, lines: [{ id: 1 }] }, 'orders', [{ ...one, lines: [{ id: 1 }] }], false],
])('%s with %j', (path, body, collection, records, isPart) => {
  expect(recordsOfExchange(path, body)).toEqual({ ok: true, value: { collection, records, isPart } });
});

test('the key of the collection distinguishes a record from a list in an envelope', () => {
  const body = { sku: 'x', variants: [{ id: 1 }] };
  expect(recordsOfExchange('/api/products', body, () => 'sku')).toMatchObject({ value: { records: [body] } });
  expect(recordsOfExchange('/v1/products/x', body, () => 'sku')).toMatchObject({ value: { collection: 'products' } });
  const list = { code: 'x', variants: [one] };
  expect(recordsOfExchange('/api/products', list, () => 'sku')).toMatchObject({ value: { records: [one] } });
});

test.each<[string, Json, string]>([
  ['/api/orders', { message: 'no' }, 'its body holds no records'],
  ['/api/orders', [1, 2], 'its body holds no records'],
  ['/', [one], 'its path names no collection'],
  ['/api/7', [one], 'its path names no collection'],
  ['/api', [], 'its body holds no records'],
  ['', [one], 'its path names no collection'],
  ['/api/orders', 'text', 'its body holds no records'],
  ['/api/orders', null, 'its body holds no records'],
  ['/api/orders', { items: [] }, 'its body holds no records'],
  ['/%', [one], 'its path cannot be decoded'],
])('%s with %j is refused', (path, body, reason) => {
  expect(recordsOfExchange(path, body)).toEqual({ ok: false, problem: reason });
});
