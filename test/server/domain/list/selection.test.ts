import { expect, test } from 'vitest';
import { FieldCatalogue } from '../../../../server/domain/fields/fields.ts';
import { planSelection } from '../../../../server/domain/list/selection.ts';

/** What is wrong with the order of a `since_id` request; undefined for a right one. */
function faultOf(time: string | null, parameters: Readonly<Record<string, string>>) {
  const fields = new FieldCatalogue({ name: 'things', key: 'id', sort: null, time, schema: null });
  fields.addRecord({ id: 1, at: 5, name: 'a' });
  const sent = Object.entries(parameters).map(([name, value]) => ({ name, value, text: `${name}=${value}` }));
  const planned = planSelection(fields, sent, 'key', { unknownFields: 'reject', lenient: false });
  return planned.ok ? undefined : planned.problem;
}

test.each([
  [null, {}],
  [null, { sort: 'id' }],
  ['at', { sort: 'at' }],
  ['at', { sort: 'id' }],
  ['at', { sort: 'at', order: 'asc' }],
])('with the time %j, since_id follows the order %j', (time, parameters) => {
  expect(faultOf(time, parameters)).toBeUndefined();
});

test.each([
  [null, { sort: 'name' }, 'sort', 'sort=id', '"since_id" goes upward by "id".'],
  [null, { sort: 'at' }, 'sort', 'sort=id', '"since_id" goes upward by "id".'],
  ['at', { sort: 'name' }, 'sort', 'sort=id or sort=at', '"since_id" goes upward by "id" or "at".'],
  ['at', { sort: 'at', order: 'desc' }, 'order', 'asc', '"since_id" goes upward by "id" or "at".'],
  [null, { sort: 'id', order: 'desc' }, 'order', 'asc', '"since_id" goes upward by "id".'],
])('with the time %j, since_id refuses the order %j', (time, parameters, parameter, expected, detail) => {
  expect(faultOf(time, parameters)).toMatchObject({ type: '/problems/bad-parameter', parameter, expected, detail });
});
