import { expect, test } from 'vitest';
import { type FilterExpression, formatExpression } from '../../../../server/domain/filter/filter-expression.ts';

const script = { kind: 'script', path: ['n'], comparison: 'value', operator: 'in', literals: [1, 'a', null] } as const;

test.each<[FilterExpression, string]>([
  [{ kind: 'and', parts: [] }, 'everything'],
  [{ kind: 'or', parts: [] }, 'nothing'],
  [{ kind: 'search', text: 'a "b"' }, 'any member contains "a \\"b\\""'],
  [script, 'n in 1, "a", null'],
  [{ ...script, comparison: 'text', operator: 'like', literals: ['^a'] }, 'n as text matches "^a"'],
  [{ ...script, operator: 'ne', literals: [] }, 'n != a list or an object'],
  [{ kind: 'present', path: ['not'] }, '"not" pr'],
  [{ kind: 'present', path: ['NOT'] }, '"NOT" pr'],
  [{ kind: 'present', path: ['nothing'] }, 'nothing pr'],
  [{ kind: 'present', path: ['odd name', 'x'] }, '"odd name.x" pr'],
])('%j is written as %s', (expression, text) => {
  expect(formatExpression(expression)).toBe(text);
});
