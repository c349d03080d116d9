import { whereOperators } from '../dialect/json-server.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { combine, type FieldPath, type FilterExpression, type FilterLiteral } from './filter-expression.ts';

/** True for no record. */
const nothing: FilterExpression = { kind: 'or', parts: [] };

/**
 * The expression of a `_where` of json-server 1, such as `{"or":[{"views":{"gt":100}},{"author":{"name":{"eq":"Ada"}}}]}`. A
 * member with anything but an object is true for no record. No value equals a list or an object that it is compared with.
 */
export function whereExpression(where: JsonObject): FilterExpression {
  return inside(where, []);
}

function inside(where: JsonObject, path: FieldPath): FilterExpression {
  const parts = Object.entries(where).map(([name, value]) =>
    name === 'or' ? anyOf(value, path) : at([...path, name], value),
  );
  return combine('and', parts) ?? { kind: 'and', parts: [] };
}

function anyOf(value: Json, path: FieldPath): FilterExpression {
  const objects = isJsonArray(value) ? value.filter(isJsonObject) : [];
  return (
    combine(
      'or',
      objects.map((one) => inside(one, path)),
    ) ?? nothing
  );
}

function at(path: FieldPath, value: Json): FilterExpression {
  if (!isJsonObject(value)) return nothing;
  const compared = Object.entries(value).flatMap(([name, operand]) => comparison(path, name, operand) ?? []);
  return combine('and', compared) ?? inside(value, path);
}

function comparison(path: FieldPath, name: string, operand: Json): FilterExpression | undefined {
  const operator = Object.hasOwn(whereOperators, name) ? whereOperators[name] : undefined;
  if (operator === undefined) return undefined;
  const operands = operator === 'in' && isJsonArray(operand) ? operand : [operand];
  const literals = operands.filter((one): one is FilterLiteral => typeof one !== 'object' || one === null);
  return { kind: 'script', path, comparison: 'value', operator, literals };
}
