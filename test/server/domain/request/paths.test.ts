import { expect, test } from 'vitest';
import { captureNames, fillPath, paths, routerPath } from '../../../../server/domain/request/paths.ts';

test('routerPath makes the last parameter optional when it can be empty', () => {
  expect(routerPath(paths.record, true)).toBe('/api/:collection/{:id}');
  expect(routerPath(paths.user, true)).toBe('/users/{:userId}');
  expect(routerPath(paths.problem, false)).toBe('/problems/:code');
  expect(routerPath(paths.index, false)).toBe('/');
});

test('fillPath encodes names and leaves the other parameters', () => {
  expect(fillPath(paths.record, 'orders', 'a/b $&')).toBe('/api/orders/a%2Fb%20%24%26');
  expect(fillPath(paths.record, 'orders')).toBe('/api/orders/{id}');
});

test('captureNames accepts an empty name only in the last place', () => {
  expect(captureNames(paths.record, true)('/api/orders/')).toEqual(['orders', '']);
  expect(captureNames(paths.record, false)('/api/orders/')).toBeNull();
  expect(captureNames(paths.record, true)('/api//7')).toBeNull();
  expect(captureNames(paths.record, true)('/api/orders/7/')).toBeNull();
  expect(captureNames(paths.list, true)('/API/orders')).toBeNull();
});
