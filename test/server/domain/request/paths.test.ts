import { expect, test } from 'vitest';
import { captureNames, fillPath, paths, routerPath } from '../../../../server/domain/request/paths.ts';

test('the router gets each parameter by name, and the last one as optional where it can be empty', () => {
  expect(routerPath(paths.record, true)).toBe('/api/:collection/{:id}');
  expect(routerPath(paths.user, true)).toBe('/users/{:userId}');
  expect(routerPath(paths.problem, false)).toBe('/problems/:code');
  expect(routerPath(paths.index, false)).toBe('/');
});

test('a path is filled with encoded names from the first parameter on', () => {
  expect(fillPath(paths.record, 'orders', 'a/b $&')).toBe('/api/orders/a%2Fb%20%24%26');
  expect(fillPath(paths.record, 'orders')).toBe('/api/orders/{id}');
});

test('only the last name of a path can be empty', () => {
  expect(captureNames(paths.record, true, '/api/orders/')).toEqual(['orders', '']);
  expect(captureNames(paths.record, false, '/api/orders/')).toBeNull();
  expect(captureNames(paths.record, true, '/api//7')).toBeNull();
  expect(captureNames(paths.record, true, '/api/orders/7/')).toBeNull();
  expect(captureNames(paths.list, true, '/API/orders')).toBeNull();
});
