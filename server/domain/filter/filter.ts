import { accept, assertNever, type Result, refuse } from '../basics/result.ts';
import { defaultDialect } from '../dialect/default-dialect.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { FieldCatalogue } from '../fields/fields.ts';
import type { JsonObject } from '../json/json.ts';
import type { QueryParameter } from '../request/query-string.ts';
import { type Condition, type ConditionOptions, readTypedConditions } from './condition.ts';
import { type FilterExpression, formatExpression, maxConditions } from './filter-expression.ts';
import { tooManyConditions } from './filter-parameter.ts';
import { scopeCondition } from './filter-scope.ts';
import { compileExpression } from './filter-test.ts';
import { readScriptConditions } from './script-condition.ts';

/** A condition of a filter, or several combined; one line of an explanation. */
export interface FilterNode {
  /** The node in the grammar of `filter=`. */
  readonly text: string;
  /** The query parameter, or the path's in braces; null for a node that combines several. */
  readonly parameter: string | null;
  readonly children: readonly FilterNode[];
  /** How its result follows from its children; null if only `test` tells. */
  readonly joins: 'and' | 'or' | 'not' | null;
  readonly test: (value: JsonObject) => boolean;
}

/** A filter ready to run. */
export interface Filter {
  /** Canonical: filters with the same text have the same meaning, even if they were sent differently. */
  readonly text: string;
  readonly root: FilterNode;
  /** All nodes in preorder, so that an array of counts can run parallel to it. */
  readonly nodes: readonly FilterNode[];
  /** The record's members that the filter reads; null if it may read any. */
  readonly members: readonly string[] | null;
}

export interface FilterOptions {
  /** True to ignore and report unknown fields instead of refusing them. */
  readonly lenient: boolean;
  /** Parameters that are not filters, such as `sort` and `limit`. They win over fields of the same name. */
  readonly reserved: ReadonlySet<string>;
  /** Members that the path of the request names; they hold beside the query's conditions. */
  readonly scope?: readonly QueryParameter[];
  /** Whose language the parameters are in; the mock's own by default. */
  readonly dialect?: Dialect;
}

/**
 * Parses the filter of a list request; null if it has none. All conditions must hold, in the order of the query: one for
 * each parameter that is not reserved (see {@link parseCondition}) and `filter` (see {@link parseExpression}). `ignored`
 * names the unknown parameters, and unknown fields inside `filter`, of a lenient request.
 *
 * The problems are `unknown-field`, `bad-parameter` and `bad-filter`; each has the `parameter` and what was `expected`.
 * More than {@link maxConditions} conditions are refused.
 */
export function parseFilter(
  parameters: readonly QueryParameter[],
  fields: FieldCatalogue,
  { lenient, reserved, scope = [], dialect = defaultDialect }: FilterOptions,
): Result<{ readonly filter: Filter | null; readonly ignored: readonly string[] }> {
  const conditions: Condition[] = scope.map((one) => ({
    parameter: `{${one.name}}`,
    expression: scopeCondition(one),
    ignored: [],
  }));
  const read = readConditions(valuesByName(parameters), fields, { lenient, reserved, dialect });
  if (!read.ok) return read;
  let count = 0;
  for (const { parameter, expression } of read.value) {
    count += countConditions(expression);
    if (count > maxConditions) return refuse(tooManyConditions(parameter));
  }
  conditions.push(...read.value);
  return accept({
    filter: filterOf(conditions),
    ignored: conditions.flatMap((condition) => condition.ignored),
  });
}

function readConditions(
  values: ReadonlyMap<string, readonly string[]>,
  fields: FieldCatalogue,
  options: ConditionOptions,
): Result<readonly Condition[]> {
  const { conditions } = options.dialect;
  const isScript = conditions !== null && conditions.comparison !== 'typed';
  return isScript
    ? readScriptConditions(values, fields, options, conditions)
    : readTypedConditions(values, fields, options);
}

/** The comparisons and presence tests in an expression. */
function countConditions(expression: FilterExpression | undefined): number {
  if (!expression) return 0;
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.reduce((sum, part) => sum + countConditions(part), 0);
    case 'not':
    case 'element':
      return countConditions(expression.part);
    case 'present':
    case 'comparison':
    case 'script':
    case 'search':
      return 1;
    default:
      return assertNever(expression);
  }
}

/** Joins the conditions; null if none has an expression. */
function filterOf(conditions: readonly Condition[]): Filter | null {
  const parts = conditions.flatMap(({ expression }) => expression ?? []);
  const children = conditions.flatMap(({ expression, parameter }) => (expression ? nodeOf(expression, parameter) : []));
  const [first] = children;
  if (!first) return null;
  const root =
    children.length === 1
      ? first
      : {
          text: formatExpression({ kind: 'and', parts }),
          parameter: null,
          children,
          joins: 'and' as const,
          test: (value: JsonObject) => children.every((child) => child.test(value)),
        };
  return { text: root.text, root, nodes: withInner(root), members: membersOf(parts) };
}

function nodeOf(expression: FilterExpression, parameter: string): FilterNode {
  const { kind } = expression;
  return {
    text: formatExpression(expression),
    parameter,
    children: partsOf(expression).map((part) => nodeOf(part, parameter)),
    joins: kind === 'and' || kind === 'or' || kind === 'not' ? kind : null,
    test: compileExpression(expression),
  };
}

/** The parts that an expression combines. The parts of an element condition become element conditions of the record. */
function partsOf(expression: FilterExpression): readonly FilterExpression[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts;
    case 'not':
      return [expression.part];
    case 'element':
      return partsOf(expression.part).map((part) => ({ ...expression, part }));
    case 'present':
    case 'comparison':
    case 'script':
    case 'search':
      return [];
    default:
      return assertNever(expression);
  }
}

/** The members of the record that expressions read; null if they may read any. */
function membersOf(expressions: readonly FilterExpression[]): readonly string[] | null {
  const members: string[] = [];
  for (const expression of expressions) {
    const read = membersIn(expression);
    if (!read) return null;
    members.push(...read);
  }
  return members;
}

function membersIn(expression: FilterExpression): readonly string[] | null {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return membersOf(expression.parts);
    case 'not':
      return membersIn(expression.part);
    case 'element':
    case 'present':
    case 'comparison':
    case 'script':
      return expression.path.slice(0, 1);
    case 'search':
      return null;
    default:
      return assertNever(expression);
  }
}

function withInner(node: FilterNode): readonly FilterNode[] {
  return [node, ...node.children.flatMap(withInner)];
}

function valuesByName(parameters: readonly QueryParameter[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const { name, value } of parameters) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}
