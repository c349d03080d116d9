import { compareCodePoints } from '../basics/code-point-order.ts';
import { endOfDay, isPlainDate, parseInstant } from '../basics/instant.ts';
import { assertNever } from '../basics/result.ts';
import { isJsonArray, isJsonObject, type Json, member } from '../json/json.ts';
import type { Comparison, FieldPath, FilterExpression } from './filter-expression.ts';
import { compileScript, searchTest } from './script-test.ts';

/** A value of a field: neither null nor an array, because an array stands for its elements. */
type Present = Exclude<Json, null | readonly Json[]>;
type PresentTest = (value: Present) => boolean;

/**
 * Compiles an expression to a test of records. Work that does not depend on the record is done once, here.
 *
 * The rules follow RFC 7644, section 3.4.2.2, and RFC 7643, section 2.5:
 * - A field's values are found by following its path. An array anywhere on the path stands for its elements. Null, a missing
 *   member and an array without values all mean that the field has no value.
 * - A comparison is true if it is true for any value. A value whose type differs from the literal's is unequal to it, has no
 *   order with it and does not contain it.
 * - `eq null` is true if the field has no value, `ne null` if it has one. Any other `ne` is also true without a value.
 * - `pr` is true for a value that is not empty: not "", not an object with only empty members. 0 and false are not empty.
 * - `gt ge lt le` with a date or timestamp compare instants and match only texts that are dates or timestamps. A plain date
 *   as the literal means the whole day in UTC, so that `le` includes its end; in a record it is the day's first instant.
 * - Case-insensitive comparisons compare upper-case forms. Texts are ordered by code point.
 */
export function compileExpression(expression: FilterExpression): (value: Json) => boolean {
  switch (expression.kind) {
    case 'and': {
      const tests = expression.parts.map(compileExpression);
      return (value) => tests.every((test) => test(value));
    }
    case 'or': {
      const tests = expression.parts.map(compileExpression);
      return (value) => tests.some((test) => test(value));
    }
    case 'not': {
      const test = compileExpression(expression.part);
      return (value) => !test(value);
    }
    case 'present':
      return anyValue(expression.path, isNotEmpty);
    case 'element': {
      const test = compileExpression(expression.part);
      return anyValue(expression.path, (value) => isJsonObject(value) && test(value));
    }
    case 'comparison':
      return compileComparison(expression);
    case 'script':
      return compileScript(expression);
    case 'search':
      return searchTest(expression.text);
    default:
      return assertNever(expression);
  }
}

function compileComparison({ path, operator, literal, exact }: Comparison): (value: Json) => boolean {
  const hasValue = anyValue(path, () => true);
  switch (operator) {
    case 'eq':
      return literal === null ? (value) => !hasValue(value) : anyValue(path, identity(literal, exact));
    case 'ne': {
      if (literal === null) return hasValue;
      const identical = identity(literal, exact);
      const hasOther = anyValue(path, (value) => !identical(value));
      return (value) => hasOther(value) || !hasValue(value);
    }
    case 'co':
      return anyValue(
        path,
        textTest(literal, exact, (value, part) => value.includes(part)),
      );
    case 'sw':
      return anyValue(
        path,
        textTest(literal, exact, (value, part) => value.startsWith(part)),
      );
    case 'ew':
      return anyValue(
        path,
        textTest(literal, exact, (value, part) => value.endsWith(part)),
      );
    case 'gt':
      return anyValue(
        path,
        orderTest(literal, exact, (order) => order > 0),
      );
    case 'ge':
      return anyValue(
        path,
        orderTest(literal, exact, (order) => order >= 0),
      );
    case 'lt':
      return anyValue(
        path,
        orderTest(literal, exact, (order) => order < 0),
      );
    case 'le':
      return anyValue(
        path,
        orderTest(literal, exact, (order) => order <= 0),
      );
    default:
      return assertNever(operator);
  }
}

/** Tests whether any value at the end of the path fulfils a test. */
function anyValue(path: FieldPath, test: PresentTest): (value: Json) => boolean {
  function search(value: Json | undefined, depth: number): boolean {
    if (value === undefined || value === null) return false;
    if (isJsonArray(value)) return value.some((element) => search(element, depth));
    const name = path[depth];
    if (name === undefined) return test(value as Present);
    return isJsonObject(value) && search(member(value, name), depth + 1);
  }
  return (value) => search(value, 0);
}

function isNotEmpty(value: Json): boolean {
  if (isJsonArray(value)) return value.some(isNotEmpty);
  if (isJsonObject(value)) return Object.values(value).some(isNotEmpty);
  return value !== null && value !== '';
}

function identity(literal: Json, exact: boolean): PresentTest {
  if (typeof literal !== 'string' || exact) return (value) => value === literal;
  const wanted = literal.toUpperCase();
  return (value) => typeof value === 'string' && upperCase(value) === wanted;
}

function textTest(literal: Json, exact: boolean, holds: (value: string, part: string) => boolean): PresentTest {
  if (typeof literal !== 'string') return () => false;
  if (exact) return (value) => typeof value === 'string' && holds(value, literal);
  const part = literal.toUpperCase();
  return (value) => typeof value === 'string' && holds(upperCase(value), part);
}

function orderTest(literal: Json, exact: boolean, holds: (order: number) => boolean): PresentTest {
  if (typeof literal === 'number') return (value) => typeof value === 'number' && holds(value - literal);
  if (typeof literal !== 'string') return () => false;
  const moment = parseInstant(literal);
  if (moment !== undefined) {
    const compare = isPlainDate(literal) ? compareWithDay(moment) : (value: number) => value - moment;
    return (value) => {
      const instant = typeof value === 'string' ? parseInstant(value) : undefined;
      return instant !== undefined && holds(compare(instant));
    };
  }
  if (exact) return (value) => typeof value === 'string' && holds(compareCodePoints(value, literal));
  const folded = literal.toUpperCase();
  return (value) => typeof value === 'string' && holds(compareCodePoints(upperCase(value), folded));
}

/** The latest text and its upper-case form: the conditions of a filter ask for the same text one after the other. */
let latest = { text: '', upperCase: '' };

function upperCase(text: string): string {
  if (latest.text !== text) latest = { text, upperCase: text.toUpperCase() };
  return latest.upperCase;
}

/** Compares instants with a day: each instant of the day is equal to it. */
function compareWithDay(start: number): (instant: number) => number {
  const end = endOfDay(start);
  return (instant) => (instant < start ? -1 : instant < end ? 0 : 1);
}
