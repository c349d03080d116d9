import { expect, test } from 'vitest';
import { JsonCursor } from '../../../../server/domain/json/json-cursor.ts';

const document = new JsonCursor({ list: [1, 'two', { 'a/b': null }], text: 'x', '': { inner: true } });

test('a cursor gives the value at a path, and its pointer', () => {
  const inner = document.member('list').member('2').member('a/b');
  expect([inner.value, inner.name, inner.path, inner.pointer]).toEqual([
    null,
    'a/b',
    ['list', '2', 'a/b'],
    '/list/2/a~1b',
  ]);
  expect([document.name, document.path, document.pointer]).toEqual(['', [], '']);
  expect(document.member('').member('inner').pointer).toBe('//inner');
});

test('a missing value has missing children, whose pointers go on', () => {
  const missing = document.member('none').member('0');
  expect([missing.value, missing.pointer, missing.text, missing.object]).toEqual([undefined, '/none/0', undefined, {}]);
  expect([missing.members(), missing.elements()]).toEqual([[], []]);
  expect(document.member('list').member('3').value).toBeUndefined();
  expect(document.member('text').member('length').value).toBeUndefined();
});

test('only text is text, and only an object has members', () => {
  expect([document.member('text').text, document.member('list').text]).toEqual(['x', undefined]);
  expect(document.member('list').object).toEqual({});
  expect(document.member('').object).toEqual({ inner: true });
  expect(document.members().map(({ pointer }) => pointer)).toEqual(['/list', '/text', '/']);
  expect(document.member('list').members()).toEqual([]);
});

test('a list has elements', () => {
  const elements = document.member('list').elements();
  expect(elements.map(({ value, pointer }) => [value, pointer])).toEqual([
    [1, '/list/0'],
    ['two', '/list/1'],
    [{ 'a/b': null }, '/list/2'],
  ]);
  expect(document.member('text').elements()).toEqual([]);
});
