import { problem } from '../basics/problem.ts';
import { accept, assertNever, type Result, refuse } from '../basics/result.ts';
import type { FieldCatalogue } from '../fields/fields.ts';
import { unknownField } from '../fields/unknown-field.ts';
import type { JsonObject } from '../json/json.ts';
import type { QueryParameter } from '../request/query-string.ts';
import { type FilterExpression, formatExpression, maxConditions } from './filter-expression.ts';
import { filterSuffixes, findTarget, parseCondition, tooManyConditions } from './filter-parameter.ts';
import { parseExpression } from './filter-parser.ts';
import { scopeCondition } from './filter-scope.ts';
import { compileExpression } from './filter-test.ts';

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
  { lenient, reserved, scope = [] }: FilterOptions,
): Result<{ readonly filter: Filter | null; readonly ignored: readonly string[] }> {
  const conditions: Condition[] = scope.map((one) => ({
    parameter: `{${one.name}}`,
    expression: scopeCondition(one),
    ignored: [],
  }));
  let count = 0;
  for (const [name, values] of valuesByName(parameters)) {
    if (name !== 'filter' && reserved.has(name)) continue;
    const condition = readCondition(name, values, fields, { lenient, reserved });
    if (!condition.ok) return condition;
    count += countConditions(condition.value.expression);
    if (count > maxConditions) return refuse(tooManyConditions(name));
    conditions.push(condition.value);
  }
  return accept({
    filter: filterOf(conditions),
    ignored: conditions.flatMap((condition) => condition.ignored),
  });
}

/** The condition of one parameter; without an expression if all of it is ignored. */
interface Condition {
  readonly parameter: string;
  readonly expression: FilterExpression | undefined;
  readonly ignored: readonly string[];
}

function readCondition(
  parameter: string,
  values: readonly string[],
  fields: FieldCatalogue,
  { lenient, reserved }: FilterOptions,
): Result<Condition> {
  if (parameter === 'filter') return readFilter(values, fields, lenient);
  const target = findTarget(parameter, fields);
  if (target) {
    const expression = parseCondition(parameter, target, values);
    return expression.ok ? accept({ parameter, expression: expression.value, ignored: [] }) : expression;
  }
  if (lenient) return accept({ parameter, expression: undefined, ignored: [parameter] });
  return refuse(
    unknownField(parameter, parameter, fields.record, {
      candidates: [...reserved, ...similarNames(parameter, fields)],
    }),
  );
}

function readFilter(values: readonly string[], fields: FieldCatalogue, lenient: boolean): Result<Condition> {
  const [text = '', ...others] = values;
  if (others.length > 0) {
    const detail = 'The parameter "filter" is given more than once.';
    return refuse(problem('bad-parameter', detail, { parameter: 'filter', expected: 'one filter' }));
  }
  const parsed = parseExpression(text, fields.record, lenient);
  return parsed.ok ? accept({ parameter: 'filter', ...parsed.value }) : parsed;
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
  return { text: root.text, root, nodes: withInner(root), members: parts.flatMap(membersIn) };
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
      return [];
    default:
      return assertNever(expression);
  }
}

/** The members of the record that an expression reads. */
function membersIn(expression: FilterExpression): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap(membersIn);
    case 'not':
      return membersIn(expression.part);
    case 'element':
    case 'present':
    case 'comparison':
      return expression.path.slice(0, 1);
    default:
      return assertNever(expression);
  }
}

function withInner(node: FilterNode): readonly FilterNode[] {
  return [node, ...node.children.flatMap(withInner)];
}

/** Candidates for a misspelt parameter: fields, and fields with a suffix if the parameter seems to have one. */
function similarNames(parameter: string, fields: FieldCatalogue): readonly string[] {
  const names = fields.record.names();
  const suffix = filterSuffixes.find((one) => parameter.endsWith(one)) ?? '';
  const suffixed = names.filter((name) => parameter.startsWith(`${name}_`));
  return [
    ...names.map((name) => name + suffix),
    ...suffixed.flatMap((name) => filterSuffixes.map((one) => name + one)),
  ];
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
