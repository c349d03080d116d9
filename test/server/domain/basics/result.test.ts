import { expect, test } from 'vitest';
import { accept, assertNever, refuse } from '../../../../server/domain/basics/result.ts';

test('a result is a value or a problem', () => {
  expect(accept(7)).toEqual({ ok: true, value: 7 });
  expect(refuse('too long')).toEqual({ ok: false, problem: 'too long' });
});

test('a member of a union that its switch does not know is named', () => {
  expect(() => assertNever({ kind: 'new' } as never)).toThrow('Unreachable: {"kind":"new"}');
});
