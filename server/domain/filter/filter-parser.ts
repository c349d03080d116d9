import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import type { Field } from '../fields/fields.ts';
import { unknownField } from '../fields/unknown-field.ts';
import { maxDepth } from '../json/limits.ts';
import { quote } from '../json/wording.ts';
import {
  combine,
  comparison,
  type FieldPath,
  type FilterExpression,
  type FilterLiteral,
  type FilterOperator,
  maxConditions,
} from './filter-expression.ts';
import { comparedField, describeOperands, kindOf, operandKinds, readOperand } from './filter-operands.ts';
import { FilterScanner } from './filter-scanner.ts';

const operators: readonly FilterOperator[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];

/** Undefined for a condition that is left out because its field is unknown. */
type Parsed = Result<FilterExpression | undefined>;

/**
 * Parses `filter=` by the grammar of RFC 7644, figure 1: `not` binds closer than `and`, `and` closer than `or`; keywords
 * and operators ignore case. Three extensions make it as expressive as the other parameters: `exact` between operator
 * and value compares case-sensitively; a field name in double quotes may contain any character; element conditions
 * (`emails[type eq "work"]`) may be nested.
 *
 * A field is looked up in `scope` by its exact name, then ignoring case if exactly one field matches. A field that holds
 * only objects is compared by their `value`, as in `emails co "x"` (RFC 7643, section 2.4). An unknown field is the problem
 * `unknown-field`; if `lenient`, its condition is left out and its name is in `ignored`. Any other fault is `bad-filter`,
 * which takes precedence. Both problems have a `position`, counted from 1, and what was `expected` there.
 */
export function parseExpression(
  text: string,
  scope: Field,
  lenient: boolean,
): Result<{ readonly expression: FilterExpression | undefined; readonly ignored: readonly string[] }> {
  const parser = new FilterParser(text);
  const expression = parser.parse(scope);
  if (!expression.ok) return expression;
  const [unknown] = parser.unknown;
  if (unknown && !lenient) {
    const { name, scope: within, position } = unknown;
    return refuse(unknownField('filter', name, within, { position: position + 1 }));
  }
  return accept({ expression: expression.value, ignored: parser.unknown.map(({ name }) => name) });
}

class FilterParser {
  /** Unknown fields in the order of the text. Their conditions are parsed and left out. */
  readonly unknown: { readonly name: string; readonly scope: Field; readonly position: number }[] = [];
  readonly #scanner: FilterScanner;
  #depth = 0;
  #conditions = 0;

  constructor(text: string) {
    this.#scanner = new FilterScanner(text);
  }

  parse(scope: Field): Parsed {
    const expression = this.#alternatives(scope);
    if (!expression.ok || this.#scanner.isAtEnd()) return expression;
    return this.#expected('"and", "or" or the end of the filter');
  }

  /** Without a scope, which means inside an unknown field, every condition is left out. */
  #alternatives(scope: Field | undefined): Parsed {
    return this.#joined('or', () => this.#joined('and', () => this.#operand(scope)));
  }

  #joined(keyword: 'and' | 'or', operand: () => Parsed): Parsed {
    const parts: FilterExpression[] = [];
    do {
      const part = operand();
      if (!part.ok) return part;
      if (part.value) parts.push(part.value);
    } while (this.#scanner.takeKeyword(keyword));
    return accept(combine(keyword, parts));
  }

  #group(scope: Field | undefined, closing: ')' | ']'): Parsed {
    if (this.#depth === maxDepth) return this.#expected(`at most ${maxDepth} levels of nesting`);
    this.#depth += 1;
    const inner = this.#alternatives(scope);
    this.#depth -= 1;
    if (inner.ok && !this.#scanner.takeSymbol(closing)) return this.#expected(`"and", "or" or "${closing}"`);
    return inner;
  }

  #operand(scope: Field | undefined): Parsed {
    if (this.#scanner.takeSymbol('(')) return this.#group(scope, ')');
    if (this.#scanner.takeKeyword('not')) {
      if (!this.#scanner.takeSymbol('(')) return this.#expected('"(" after "not"');
      const part = this.#group(scope, ')');
      return part.ok && part.value ? accept({ kind: 'not', part: part.value }) : part;
    }
    const position = this.#scanner.next();
    if (this.#conditions === maxConditions) return this.#expected(`at most ${maxConditions} conditions`);
    this.#conditions += 1;
    const name = this.#scanner.takeWord() ?? this.#scanner.takeText();
    if (name === undefined) return this.#expected('a field, "not" or "("');
    const field = scope && this.#lookUp(scope, name, position);
    if (!this.#scanner.takeSymbol('[')) return this.#condition(scope, field);
    const part = this.#group(field, ']');
    return part.ok && part.value ? accept({ kind: 'element', path: pathFrom(scope, field), part: part.value }) : part;
  }

  #condition(scope: Field | undefined, named: Field | undefined): Parsed {
    const operatorPosition = this.#scanner.next();
    const word = this.#scanner.takeWord()?.toLowerCase();
    if (word === 'pr') return accept(named && { kind: 'present', path: pathFrom(scope, named) });
    const operator = operators.find((one) => one === word);
    if (!operator) return this.#expected(`an operator: pr, ${operators.join(', ')}`, operatorPosition);
    const exact = this.#scanner.takeKeyword('exact');
    const literalPosition = this.#scanner.next();
    const literal = this.#literal();
    if (!literal.ok) return literal;
    if (!named) return accept(undefined);
    const field = literal.value === null ? named : comparedField(named);
    const kinds = operandKinds(field, operator);
    if (kinds.includes(kindOf(literal.value))) {
      return accept(comparison(pathFrom(scope, field), operator, literal.value, exact));
    }
    if (kinds.length > 0) return this.#expected(describeOperands(field, kinds), literalPosition);
    const usable = operators.filter((one) => operandKinds(field, one).length > 0);
    return this.#expected(`an operator that ${quote(field.name)} has: pr, ${usable.join(', ')}`, operatorPosition);
  }

  #literal(): Result<FilterLiteral> {
    const position = this.#scanner.next();
    const text = this.#scanner.takeText();
    if (text !== undefined) return accept(text);
    const word = this.#scanner.takeWord() ?? '';
    for (const kind of ['null', 'boolean', 'number'] as const) {
      const value = readOperand(kind, word);
      if (value !== undefined) return accept(value);
    }
    return this.#expected('text in double quotes, a number that a double holds, true, false or null', position);
  }

  #lookUp(scope: Field, name: string, position: number): Field | undefined {
    const [field, ...others] = [scope.find(name) ?? scope.findIgnoringCase(name)].flat();
    if (field && others.length === 0) return field;
    this.unknown.push({ name, scope, position });
    return undefined;
  }

  #expected(expected: string, position = this.#scanner.next()): { readonly ok: false; readonly problem: Problem } {
    const rest = this.#scanner.rest(position);
    const found = rest === '' ? 'the end' : quote(rest);
    const detail = `At character ${position + 1} of the filter, ${expected} was expected, but there is ${found}.`;
    return refuse(problem('bad-filter', detail, { parameter: 'filter', position: position + 1, expected }));
  }
}

/** The path from the scope to the field; empty for an unknown field, whose condition is left out. */
function pathFrom(scope: Field | undefined, field: Field | undefined): FieldPath {
  return field?.path.slice(scope?.path.length) ?? [];
}
