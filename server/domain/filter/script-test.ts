import { assertNever } from '../basics/result.ts';
import { isJsonArray, isJsonObject, type Json, member } from '../json/json.ts';
import type { FieldPath, ScriptComparison } from './filter-expression.ts';
import { compilePattern } from './pattern.ts';

type Test = (value: Json) => boolean;

/**
 * Compiles a comparison as JavaScript makes it, with its conversions: `"10" >= 9` is true and `"b" >= 9` false.
 *
 * - With a text (`comparison: 'text'`), equality compares the texts of both sides, and a record without the field, or with
 *   null, never matches, not even `ne`.
 * - With a value, equality needs the same type; a record without the field never matches. A record in which the field would
 *   be inside something that is no object always does, as in json-server 1.
 */
export function compileScript(expression: ScriptComparison): Test {
  const test = valueTest(expression);
  const { path, comparison } = expression;
  if (comparison === 'value') {
    return (record) => {
      const found = inObjects(record, path);
      return found === 'outside' || (found !== undefined && test(found.value));
    };
  }
  return (record) => {
    const value = valueIn(record, path);
    return value !== undefined && value !== null && test(value);
  };
}

function valueTest({ comparison, operator, literals }: ScriptComparison): Test {
  const [literal] = literals;
  const same = comparison === 'text' ? (value: Json) => String(value) === literal : (value: Json) => value === literal;
  const texts = (holds: (value: string, part: string) => boolean): Test => {
    if (literal === undefined) return () => false;
    const part = String(literal).toLowerCase();
    return (value) => typeof value === 'string' && holds(value.toLowerCase(), part);
  };
  switch (operator) {
    case 'eq':
      return same;
    case 'ne':
      return (value) => !same(value);
    case 'lt':
      return (value) => isLess(value, literal);
    case 'le':
      return (value) => isAtMost(value, literal);
    case 'gt':
      return (value) => isLess(literal, value);
    case 'ge':
      return (value) => isAtMost(literal, value);
    case 'in':
      return (value) => literals.some((one) => one === value);
    case 'co':
      return texts((value, part) => value.includes(part));
    case 'sw':
      return texts((value, part) => value.startsWith(part));
    case 'ew':
      return texts((value, part) => value.endsWith(part));
    case 'like': {
      const matches = compilePattern(String(literal));
      return (value) => matches?.(String(value)) ?? false;
    }
    default:
      return assertNever(operator);
  }
}

/** The comparisons of JavaScript, which convert their operands; its types do not know that JSON values may have them. */
function isLess(a: Json | undefined, b: Json | undefined): boolean {
  return (a as number) < (b as number);
}

function isAtMost(a: Json | undefined, b: Json | undefined): boolean {
  return (a as number) <= (b as number);
}

/** The value at a path, on which an integer also leads into an array. */
function valueIn(record: Json, path: FieldPath): Json | undefined {
  let value: Json | undefined = record;
  for (const name of path) {
    if (isJsonArray(value)) value = /^\d+$/.test(name) ? value[Number(name)] : undefined;
    else value = isJsonObject(value) ? member(value, name) : undefined;
  }
  return value;
}

/** The value at a path through objects; `outside` if the path leads through any other value. */
function inObjects(record: Json, path: FieldPath): { readonly value: Json } | undefined | 'outside' {
  let value: Json | undefined = record;
  for (const name of path) {
    if (!isJsonObject(value)) return 'outside';
    value = member(value, name);
  }
  return value === undefined ? undefined : { value };
}

/** Tests whether a text is in any member of a record, at any depth. 0, false, null and empty texts contain nothing. */
export function searchTest(text: string): Test {
  const part = text.toLowerCase();
  const contains = (value: Json): boolean => {
    if (isJsonArray(value)) return value.some(contains);
    if (isJsonObject(value)) return Object.values(value).some(contains);
    return Boolean(value) && String(value).toLowerCase().includes(part);
  };
  return contains;
}
