import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';
import type { Field } from '../../../../server/domain/fields/fields.ts';
import {
  combine,
  comparison,
  type FilterExpression,
  type FilterLiteral,
  type FilterOperator,
} from '../../../../server/domain/filter/filter-expression.ts';
import {
  comparedField,
  describeOperands,
  operandKinds,
  readOperand,
} from '../../../../server/domain/filter/filter-operands.ts';

/** A filter as a form: conditions and groups of them. Values are kept as typed, even while invalid. */
export type FormNode = FormCondition | FormGroup;

export interface FormCondition {
  readonly kind: 'condition';
  /** The name of the field, relative to the element in a group about elements. */
  readonly field: string;
  readonly operator: FilterOperator | 'pr';
  /** True if the comparison is case-sensitive. */
  readonly exact: boolean;
  readonly value: string;
}

export interface FormGroup {
  readonly kind: 'group';
  readonly join: 'and' | 'or';
  readonly negated: boolean;
  /** The array field whose elements the group matches; null for the record itself. */
  readonly element: string | null;
  readonly parts: readonly FormNode[];
}

export const emptyGroup: FormGroup = { kind: 'group', join: 'and', negated: false, element: null, parts: [] };

/** An invalid condition or group with the reason. */
export interface FormFault {
  readonly node: FormNode;
  readonly reason: string;
}

/** The form of an expression; the outermost node is always a group. */
export function formOf(expression: FilterExpression | undefined, scope: Field): FormGroup {
  if (!expression) return emptyGroup;
  const node = nodeOf(expression, scope);
  return isPlain(node) ? node : { ...emptyGroup, parts: [node] };
}

function nodeOf(expression: FilterExpression, scope: Field): FormNode {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return { ...emptyGroup, join: expression.kind, parts: expression.parts.map((part) => nodeOf(part, scope)) };
    case 'not': {
      const part = nodeOf(expression.part, scope);
      return part.kind === 'group' && !part.negated
        ? { ...part, negated: true }
        : { ...emptyGroup, negated: true, parts: [part] };
    }
    case 'element': {
      const element = expression.path.join('.');
      const part = nodeOf(expression.part, scope.find(element) ?? scope);
      return isPlain(part) ? { ...part, element } : { ...emptyGroup, element, parts: [part] };
    }
    // No text of `filter=` is one of these.
    case 'script':
    case 'search':
      return emptyGroup;
    case 'present':
      return { kind: 'condition', field: expression.path.join('.'), operator: 'pr', exact: false, value: '' };
    case 'comparison': {
      const { path, operator, literal, exact } = expression;
      const field = path.join('.');
      return {
        kind: 'condition',
        field,
        operator,
        exact,
        value: literalText(literal, kindsOf(scope, field, operator)),
      };
    }
  }
}

/** True for a group without negation and element, which an outer node can absorb. */
function isPlain(node: FormNode): node is FormGroup {
  return node.kind === 'group' && !node.negated && node.element === null;
}

/** The expression of a form; undefined if it is empty. Fails at the first fault. */
export function expressionOf(node: FormNode, scope: Field): Result<FilterExpression | undefined, FormFault> {
  return node.kind === 'condition' ? conditionOf(node, scope) : groupOf(node, scope);
}

function groupOf(group: FormGroup, scope: Field): Result<FilterExpression | undefined, FormFault> {
  const { join, negated, element } = group;
  const within = element === null ? scope : scope.find(element);
  if (!within) return refuse({ node: group, reason: `No record has a field "${element}".` });
  const parts: FilterExpression[] = [];
  for (const part of group.parts) {
    const expression = expressionOf(part, within);
    if (!expression.ok) return expression;
    if (expression.value) parts.push(expression.value);
  }
  const joined = combine(join, parts);
  const inside: FilterExpression | undefined =
    joined && element !== null ? { kind: 'element', path: within.path.slice(scope.path.length), part: joined } : joined;
  return accept(inside && negated ? { kind: 'not', part: inside } : inside);
}

function conditionOf(node: FormCondition, scope: Field): Result<FilterExpression, FormFault> {
  const named = scope.find(node.field);
  if (!named) return refuse({ node, reason: `No record has a field "${node.field}".` });
  const { operator } = node;
  if (operator === 'pr') return accept({ kind: 'present', path: named.path.slice(scope.path.length) });
  const kinds = kindsOf(scope, node.field, operator);
  const literal = readLiteral(node.value, kinds);
  const field = literal === null ? named : comparedField(named);
  if (literal === undefined)
    return refuse({ node, reason: `Expected: ${describeOperands(field, operandKinds(field, operator))}.` });
  return accept(comparison(field.path.slice(scope.path.length), operator, literal, node.exact));
}

type LiteralKind = 'null' | 'boolean' | 'number' | 'string';

function kindsOf(scope: Field, name: string, operator: FilterOperator): readonly LiteralKind[] {
  const named = scope.find(name);
  const compared = named
    ? operandKinds(comparedField(named), operator)
    : (['null', 'boolean', 'number', 'string'] as const);
  const literal: readonly LiteralKind[] = ['null', 'boolean', 'number', 'string'];
  return literal.filter((kind) => compared.includes(kind));
}

/** A literal as typed: a string without quotes, unless it would be read as another type. */
function literalText(literal: FilterLiteral, kinds: readonly LiteralKind[]): string {
  if (typeof literal !== 'string') return JSON.stringify(literal);
  return readLiteral(literal, kinds) === literal ? literal : JSON.stringify(literal);
}

/** Reads a typed literal: quoted text is a string, other text is the first kind that accepts it. Undefined if none does. */
function readLiteral(typed: string, kinds: readonly LiteralKind[]): FilterLiteral | undefined {
  const quoted = kinds.includes('string') ? readQuoted(typed) : undefined;
  if (quoted !== undefined) return quoted;
  for (const kind of kinds) {
    const literal = readOperand(kind, typed);
    if (literal !== undefined) return literal;
  }
  return undefined;
}

function readQuoted(typed: string): string | undefined {
  if (!/^".*"$/s.test(typed)) return undefined;
  try {
    return String(JSON.parse(typed));
  } catch {
    return undefined;
  }
}
