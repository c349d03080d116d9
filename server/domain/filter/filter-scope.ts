import type { JsonObject } from '../json/json.ts';
import type { QueryParameter } from '../request/query-string.ts';
import { combine, comparison, type FilterExpression } from './filter-expression.ts';
import { readOperand } from './filter-operands.ts';
import { compileExpression } from './filter-test.ts';

/**
 * The condition of a member that the path of a request names: equal to the text, or to the number or the truth value that
 * the text stands for. Needs no known field: a member that no record has fits none.
 */
export function scopeCondition({ name, value }: QueryParameter): FilterExpression {
  const text = comparison([name], 'eq', value, true);
  const others = (['number', 'boolean'] as const).flatMap((kind) => {
    const literal = readOperand(kind, value);
    return literal === undefined ? [] : comparison([name], 'eq', literal, true);
  });
  return combine('or', [text, ...others]) ?? text;
}

/** Tests whether a record has the values of all these members. */
export function scopeTest(members: readonly QueryParameter[]): (value: JsonObject) => boolean {
  const tests = members.map((one) => compileExpression(scopeCondition(one)));
  return (value) => tests.every((test) => test(value));
}
