import { expect, test } from 'vitest';
import { problem } from '../../../../server/domain/basics/problem.ts';
import { refuse } from '../../../../server/domain/basics/result.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import { dialects } from '../../../../server/domain/dialect/dialects.ts';
import type { Json } from '../../../../server/domain/json/json.ts';
import type { DialectName } from '../../../../server/domain/model/settings.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import {
  acceptPatch,
  type BodyFormat,
  bodyFormat,
  parseBody,
  patchRecord,
  readRecord,
} from '../../../../server/domain/response/record-body.ts';
import { requestOf, type Sent } from './answers.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
const json = 'application/json';
const merge = 'application/merge-patch+json';
const patch = 'application/json-patch+json';

function formatOf(method: string, type: string | undefined, dialect: DialectName = 'default') {
  const format = bodyFormat(requestOf({ path: '/', method, headers: { 'content-type': type } }), dialects[dialect]);
  return format.ok ? format.value : format.problem;
}

test.each<[string, string | undefined, DialectName, BodyFormat]>([
  ['PUT', undefined, 'default', 'json'],
  ['POST', json, 'default', 'json'],
  ['PATCH', json, 'default', 'json'],
  ['PATCH', merge, 'default', 'merge-patch'],
  ['PATCH', patch, 'default', 'json-patch'],
  ['PATCH', ' Application/Merge-Patch+JSON ; charset=utf-8', 'default', 'merge-patch'],
  ['PUT', 'application/json;charset=utf-8', 'default', 'json'],
  ['PUT', 'application/scim+json; charset=utf-8', 'scim', 'json'],
  ['POST', 'APPLICATION/VND.API+JSON', 'json-api', 'json'],
  ['PATCH', 'application/vnd.api+json', 'json-api', 'json'],
  ['PATCH', merge, 'json-api', 'merge-patch'],
  ['PUT', json, 'scim', 'json'],
])('a %s with the type %s in the dialect %s is %s', (method, type, dialect, format) => {
  expect(formatOf(method, type, dialect)).toBe(format);
});

const all = [json, merge, patch];

test.each<[string, string, DialectName, readonly string[]]>([
  ['PUT', merge, 'default', [json]],
  ['POST', patch, 'json-api', [json]],
  ['PUT', 'text/plain', 'default', [json]],
  ['POST', '', 'default', [json]],
  ['PATCH', 'text/plain; a="application/json"', 'default', all],
  ['PATCH', 'application/scim+json', 'scim', all],
  ['PUT', 'application/vnd.api+json', 'default', [json]],
])('a %s with the type "%s" in the dialect %s is refused', (method, type, dialect, expected) => {
  expect(formatOf(method, type, dialect)).toMatchObject({
    ...{ type: '/problems/unsupported-media-type', header: 'Content-Type', expected },
    detail: `A ${method} body of type "${type}" is not supported; ${expected.join(', ')} is.`,
  });
});

test('the media types of patches are named', () => {
  expect(acceptPatch).toBe('application/json, application/merge-patch+json, application/json-patch+json');
});

const read = (sent: Omit<Sent, 'path'>, dialect: DialectName = 'default') =>
  readRecord(requestOf({ path: '/', method: 'PUT', ...sent }), dialects[dialect], definition);

const numbers = (count: number) => `[${Array(count).fill(1).join(',')}]`;
const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

test('the body of a write is a record', () => {
  expect(read({ body: '{"id":7}' })).toEqual({ ok: true, value: { id: 7 } });
  expect(read({ body: deep(100) }).ok).toBe(true);
  expect(read({ body: `{"a":${numbers(9998)}}` }).ok).toBe(true);
  expect(read({ body: 'other', parsed: { ok: true, value: { id: 8 } } })).toEqual({ ok: true, value: { id: 8 } });
  expect(read({ method: 'POST', body: { data: { id: '7' } } }, 'json-api')).toEqual({ ok: true, value: { id: '7' } });
});

test.each<[string, Omit<Sent, 'path'>, object]>([
  ['no body', {}, { type: '/problems/bad-body', detail: 'A PUT needs a JSON body.' }],
  ['no JSON', { body: '{' }, { type: '/problems/bad-body' }],
  ['too many levels', { body: deep(101) }, { type: '/problems/bad-body' }],
  ['an inexact number', { body: '{"a":12345678901234567890}' }, { type: '/problems/inexact-number' }],
  ['too many values', { body: `{"a":${numbers(9999)}}` }, { type: '/problems/body-too-large', limit: 10_000 }],
  [
    'no object',
    { body: '[1]' },
    {
      ...{ type: '/problems/invalid-record', detail: 'A record is a JSON object.' },
      errors: [{ pointer: '', detail: 'must be an object' }],
    },
  ],
])('a body with %s is refused', (_, sent, expected) => {
  expect(read(sent)).toMatchObject({ ok: false, problem: expected });
});

test('a body that is no text, and one without a resource object, are refused as they were read', () => {
  const unread = refuse(problem('bad-body', 'The body is not UTF-8.'));
  const request = { ...requestOf({ path: '/', method: 'PUT' }), body: unread };
  expect(readRecord(request, dialects.default, definition)).toEqual(unread);
  expect(read({ body: '{}' }, 'json-api')).toMatchObject({ problem: { errors: [{ pointer: '/data' }] } });
});

test('a body is parsed in pieces within the same limits', () => {
  expect(finish(parseBody('{"a":1}'))).toEqual({ ok: true, value: { a: 1 } });
  expect(finish(parseBody(deep(101))).ok).toBe(false);
  expect(finish(parseBody(numbers(10_000)))).toMatchObject({ problem: { kind: 'too-many-values' } });
});

const current = new StoredRecord('7', { id: 7, name: 'Ada', tags: ['a'] }, 1);

function patched(body: Json | string, format: BodyFormat = 'json', dialect: DialectName = 'default', record = current) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = requestOf({ path: '/', method: 'PATCH', body: text });
  const { explainer, result, names } = patchRecord(request, format, record, dialects[dialect], definition);
  const named = ['id', 'name', 'tags', 'none'].filter(names);
  const explanation = explainer?.explainPatch(text);
  const steps = explanation?.steps.map(({ operation, path }) => `${operation} ${path}`);
  return { result: result.ok ? result.value : result.problem, format: explanation?.format, steps, named, explainer };
}

test('a merge patch changes members and names those that it writes', () => {
  const expected = {
    ...{ result: { id: 7, name: 'Bob', tags: ['a'] }, format: 'merge-patch' },
    ...{ steps: ['replace /name', 'remove /none'], named: ['name', 'none'] },
  };
  const body = { name: 'Bob', none: null };
  expect(patched(body)).toMatchObject(expected);
  expect(patched(body, 'merge-patch')).toMatchObject(expected);
  expect(patched(body, 'merge-patch', 'json-api')).toMatchObject(expected);
  expect(patched({ data: { id: 'x', attributes: body } }, 'json', 'json-api')).toMatchObject(expected);
});

test('a JSON Patch changes places and names the members that it writes', () => {
  const body = [
    { op: 'test', path: '/id', value: 7 },
    { op: 'add', path: '/tags/-', value: 'b' },
  ];
  const expected = {
    ...{ result: { id: 7, name: 'Ada', tags: ['a', 'b'] }, format: 'json-patch' },
    ...{ steps: ['test /id', 'add /tags/-'], named: ['tags'] },
  };
  expect(patched(body)).toMatchObject(expected);
  expect(patched(body, 'json-patch')).toMatchObject(expected);
  expect(patched({ op: 'remove', path: '/tags' })).toMatchObject({ result: { id: 7, name: 'Ada' }, named: ['tags'] });
  expect(patched([{ op: 'replace', path: '', value: { id: 7 } }])).toMatchObject({
    ...{ result: { id: 7 }, named: ['id', 'name', 'tags', 'none'] },
  });
});

test('as a merge patch, an array replaces the record and an operation is its members', () => {
  expect(patched([], 'merge-patch')).toMatchObject({
    result: {
      type: '/problems/unprocessable-patch',
      detail: 'The patch would turn the record into a value that is not an object.',
    },
    named: [],
  });
  expect(patched({ op: 'remove', path: '/tags' }, 'merge-patch')).toMatchObject({
    result: { ...current.value, op: 'remove', path: '/tags' },
  });
  expect(patched([{ op: 'replace', path: '', value: 7 }])).toMatchObject({
    result: { type: '/problems/unprocessable-patch' },
  });
});

test.each<[Json | string, BodyFormat, DialectName, object]>([
  ['{', 'merge-patch', 'default', { type: '/problems/bad-body' }],
  ['{', 'json', 'default', { type: '/problems/bad-body' }],
  [{ op: 'add' }, 'json-patch', 'default', { type: '/problems/bad-patch', operation: null }],
  [[{ op: 'remove', path: '/a' }, 7], 'json', 'default', { type: '/problems/bad-patch', operation: 1 }],
  [{ name: 'Bob' }, 'json', 'json-api', { type: '/problems/invalid-record' }],
])('the patch %j is refused before it is applied, and explains and names nothing', (body, format, dialect, problem) => {
  const refused = patched(body, format, dialect);
  expect(refused.result).toMatchObject(problem);
  expect([refused.explainer, refused.named]).toEqual([null, []]);
});

test('a JSON Patch that fails explains the operations up to the one that did', () => {
  const first = { op: 'add', path: '/none', value: 1 };
  expect(patched([first, { op: 'test', path: '/id', value: 8 }, first])).toMatchObject({
    ...{ result: { type: '/problems/test-failed', operation: 1 }, steps: ['add /none', 'test /id'], named: ['none'] },
  });
  expect(patched([{ op: 'remove', path: '/none' }])).toMatchObject({
    result: { type: '/problems/unprocessable-patch', operation: 0 },
    steps: ['remove /none'],
  });
});

test('a small record is kept until the explanation of its merge patch, a long one is not', () => {
  const body = { name: 'Bob' };
  const explain = (record: StoredRecord, sent: Json, text: string | undefined) =>
    patched(sent, 'json', sent === body ? 'default' : 'json-api', record).explainer?.explainPatch(text).steps.length;
  const recordOf = (length: number) => {
    const value = { id: 7, note: '' };
    return new StoredRecord('7', { ...value, note: 'x'.repeat(length - JSON.stringify(value).length) }, 1);
  };
  expect(explain(recordOf(512), body, '{"a":1,"b":2}')).toBe(2);
  expect(explain(recordOf(513), body, '{"a":1,"b":2}')).toBe(1);
  expect(explain(recordOf(100), { data: { attributes: body } }, '{"a":1,"b":2}')).toBe(1);
  for (const text of ['{', undefined])
    expect(() => explain(recordOf(512), body, text)).toThrow('An applied merge patch cannot be parsed: ');
});
