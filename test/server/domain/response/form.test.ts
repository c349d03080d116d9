import { expect, test } from 'vitest';
import { fillForm } from '../../../../server/domain/response/form.ts';

test('a text that stands for a value becomes the value, wherever it is', () => {
  const form = { total: '$total', list: ['$total', { inner: '$name' }], fixed: 'total', n: 7, yes: true, no: null };
  expect(fillForm(form, { total: 0, name: { a: [1] } })).toStrictEqual({
    ...{ total: 0, list: [0, { inner: { a: [1] } }] },
    ...{ fixed: 'total', n: 7, yes: true, no: null },
  });
});

test('a member without a value is left out, and one with null stays', () => {
  const form = { a: '$a', b: '$b', list: ['$a', '$b'], inner: { a: '$a' } };
  expect(fillForm(form, { b: null, a: undefined })).toStrictEqual({ b: null, list: [null], inner: {} });
});

test.each(['$', '$1', 'a$a', '$a b', '$a1', '$$a', ' $a'])('%j is a text of its own', (text) => {
  expect(fillForm({ text }, { a: 1, '': 2, '1': 3, a1: 4, $a: 5 })).toStrictEqual({ text });
});
