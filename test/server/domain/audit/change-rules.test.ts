import { test } from 'vitest';
import { type Case, expectFindings, type Written } from './judge.ts';

const read = (body: unknown, more: Written = {}): Written => ({ body, ...more });
const put = (value: unknown, more: Written = {}): Written => ({
  method: 'PUT',
  content: JSON.stringify(value),
  ...more,
});
const lacks = (names: string) => `PUT /api/items/1 lacks ${names}.`;
const whole = read({ id: 1, name: 'a', size: null });

test.each<Case>([
  ['a missing member', [whole, put({ id: 1, name: 'b' })], [lacks('size')]],
  ['two missing members', [whole, put({ size: 1 })], [lacks('id, name')]],
  ['all members', [whole, put({ id: 1, name: 'b', size: null, more: 1 })], []],
  ['the latest read', [read({ more: 1 }), whole, put({ id: 1, name: 'b', size: 1 })], []],
  ['a record that was never read', [put({ id: 1 })], 'not-exercised'],
  ['another record', [whole, put({}, { target: '/api/items/2' })], 'not-exercised'],
  ['a failed read', [{ ...whole, status: 500 }, put({})], 'not-exercised'],
  ['a response to a write', [put({ id: 1 }, { body: { id: 1, name: 'a' } }), put({ id: 1 })], 'not-exercised'],
  ['PATCH', [whole, { ...put({}), method: 'PATCH' }], 'not-exercised'],
  ['content that is no object', [whole, put([])], 'not-exercised'],
  ['content that is no JSON', [whole, { ...put({}), content: '{' }], 'not-exercised'],
])('put-lacks-members judges %s', (_, exchanges, details) => {
  expectFindings('put-lacks-members', exchanges, details);
});

const patch = (steps: unknown, more: Written = {}): Written => ({ ...put(steps), method: 'PATCH', ...more });
const step = (path: unknown, op = 'replace') => ({ op, path, value: 1 });
const indexed = (path: string) => `PATCH /api/items/1 changes ${path} without test and without If-Match.`;

test.each<Case>([
  ['an element', [patch([step('/tags/0')])], [indexed('/tags/0')]],
  ['a member of an element', [patch([step('/name'), step('/list/12/name')])], [indexed('/list/12/name')]],
  ['a test before the change', [patch([step('/tags/0', 'test'), step('/tags/0')])], []],
  ['If-Match', [patch([step('/tags/0')], { headers: { 'if-match': '"1"' } })], []],
  ['a test alone', [patch([step('/tags/0', 'test')])], 'not-exercised'],
  ['a member', [patch([step('/tags'), step('/a1/2b')])], 'not-exercised'],
  ['the end of a list', [patch([step('/tags/-', 'add')])], 'not-exercised'],
  ['steps that are none', [patch([5, { op: 'add' }, step(0)])], 'not-exercised'],
  ['a merge patch', [patch({ tags: { 0: 1 } })], 'not-exercised'],
  ['PUT', [put([step('/tags/0')])], 'not-exercised'],
])('patch-by-index judges %s', (_, exchanges, details) => {
  expectFindings('patch-by-index', exchanges, details);
});

test.each<Case>([
  ['null for a required member', [patch({ name: null })], ['PATCH /api/items/1 sets name to null.']],
  ['null for two', [patch({ name: null, kind: null })], ['PATCH /api/items/1 sets name, kind to null.']],
  ['another value', [patch({ name: 'a', size: null })], []],
  ['nothing', [patch({})], []],
  ['a JSON Patch', [patch([])], 'not-exercised'],
  ['PUT', [put({ name: null })], 'not-exercised'],
  ['no collection', [patch({ name: null }, { target: '/' })], 'not-exercised'],
])('null-deletes-required judges %s', (_, exchanges, details) => {
  expectFindings('null-deletes-required', exchanges, details);
});
