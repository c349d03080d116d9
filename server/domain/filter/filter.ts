import { problem } from '../basics/problem.ts';
import { accept, assertNever, type Result, refuse } from '../basics/result.ts';
import type { FieldCatalogue } from '../fields/fields.ts';
import { unknownField } from '../fields/unknown-field.ts';
import type { JsonObject } from '../json/json.ts';
import type { QueryParameter } from '../request/query-string.ts';
import { type FilterExpression, formatExpression } from './filter-expression.ts';
import { filterSuffixes, findTarget, parseCondition } from './filter-parameter.ts';
import { parseExpression } from './filter-parser.ts';
import { compileExpression } from './filter-test.ts';

/** One condition of a filter, or several combined: what an explanation shows as one line. */
export interface FilterNode {
  /** The node in the grammar of `filter=`. */
  readonly text: string;
  /** The parameter it came from; null when it combines several. */
  readonly parameter: string | null;
  readonly children: readonly FilterNode[];
  /** How it follows from its children whether it is true; null where only its test says so. */
  readonly joins: 'and' | 'or' | 'not' | null;
  readonly test: (value: JsonObject) => boolean;
}

/** A filter ready to run. */
export interface Filter {
  /** Canonical: the same text means the same filter, whatever the parameters it came from. */
  readonly text: string;
  readonly root: FilterNode;
  /** Every node, a parent right before its children, so that counts can stand in an array beside it. */
  readonly nodes: readonly FilterNode[];
  /** Names of the record's members that it looks at; null where it looks at any. */
  readonly members: readonly string[] | null;
}

export interface FilterOptions {
  /** True: unknown fields are ignored and reported instead of refused. */
  readonly lenient: boolean;
  /** Parameters that are no filters, such as `sort` and `limit`. They win over fields of the same name. */
  readonly reserved: ReadonlySet<string>;
}

/**
 * The filter that a list request asks for; null when it asks for none. All conditions must hold: one for each
 * parameter that is not reserved (see {@link parseCondition}) and `filter` (see {@link parseExpression}), in the order
 * of the query. `ignored` names the parameters, and the fields inside `filter`, that a lenient request lost.
 *
 * Refusals are `unknown-field`, `bad-parameter` and `bad-filter`; each names the `parameter` and what was `expected`.
 */
export function parseFilter(
  parameters: readonly QueryParameter[],
  fields: FieldCatalogue,
  { lenient, reserved }: FilterOptions,
): Result<{ readonly filter: Filter | null; readonly ignored: readonly string[] }> {
  const conditions: Condition[] = [];
  for (const [name, values] of valuesByName(parameters)) {
    if (name !== 'filter' && reserved.has(name)) continue;
    const condition = readCondition(name, values, fields, { lenient, reserved });
    if (!condition.ok) return condition;
    conditions.push(condition.value);
  }
  return accept({
    filter: filterOf(conditions),
    ignored: conditions.flatMap((condition) => condition.ignored),
  });
}

/** What one parameter asks for; no expression where all of it is ignored. */
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
  return refuse(unknownField(parameter, parameter, [...reserved, ...similarNames(parameter, fields)]));
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

/** All conditions together; null when nothing is left of them. */
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

/** What an expression combines. The parts of an element condition become element conditions: each is one of the record. */
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

/** The members of the record that an expression looks at; a part of an element condition looks into the element's. */
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

/** Names that a misspelt parameter may have meant: fields, and fields with a suffix where it has the like. */
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
