import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { readConditionName, writeConditionName } from '../dialect/condition-name.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { dialectsWith, usualParameter } from '../dialect/usual-parameters.ts';
import type { FieldCatalogue } from '../fields/fields.ts';
import { unknownField } from '../fields/unknown-field.ts';
import { quote } from '../json/wording.ts';
import type { FilterExpression } from './filter-expression.ts';
import { filterSuffixes, findTarget, parseCondition } from './filter-parameter.ts';
import { parseExpression } from './filter-parser.ts';

/** The condition of one parameter; without an expression if all of it is ignored. */
export interface Condition {
  readonly parameter: string;
  readonly expression: FilterExpression | undefined;
  readonly ignored: readonly string[];
}

export interface ConditionOptions {
  readonly lenient: boolean;
  readonly reserved: ReadonlySet<string>;
  readonly dialect: Dialect;
}

/** Reads the conditions in the mock's own filter language, in the order of the query. */
export function readTypedConditions(
  parameters: ReadonlyMap<string, readonly string[]>,
  fields: FieldCatalogue,
  options: ConditionOptions,
): Result<readonly Condition[]> {
  const conditions: Condition[] = [];
  for (const [name, values] of parameters) {
    if (name !== options.dialect.parameters.filter && options.reserved.has(name)) continue;
    const condition = readCondition(name, values, fields, options);
    if (!condition.ok) return condition;
    conditions.push(condition.value);
  }
  return accept(conditions);
}

function readCondition(
  parameter: string,
  values: readonly string[],
  fields: FieldCatalogue,
  { lenient, reserved, dialect }: ConditionOptions,
): Result<Condition> {
  if (parameter === dialect.parameters.filter) return readFilter(parameter, values, fields, lenient);
  const read = readName(parameter, dialect);
  const target = read && findTarget(read.name, fields);
  if (target) {
    const expression = parseCondition(parameter, target, values);
    return expression.ok ? accept({ parameter, expression: expression.value, ignored: [] }) : expression;
  }
  if (lenient || dialect.conditions === null) return accept({ parameter, expression: undefined, ignored: [parameter] });
  if (read?.field !== undefined) return refuse(unknownField(parameter, read.field, fields.record));
  const family = familyName(parameter, fields, dialect);
  if (family !== undefined) return refuse(outsideFamily(parameter, family));
  const candidates = [...reserved, ...similarNames(parameter, fields, dialect)];
  const isField = (name: string) => fields.find(name) !== undefined;
  const elsewhere = dialectsWith(parameter, isField, dialect);
  const usual = usualParameter(parameter, dialect);
  return refuse(unknownField(parameter, parameter, fields.record, { candidates, usual, elsewhere }));
}

/**
 * The parameter of the default dialect that means the same, and the field if the dialect sets it apart; undefined for a
 * parameter that is no condition.
 */
function readName(
  parameter: string,
  { conditions }: Dialect,
): { readonly name: string; readonly field?: string } | undefined {
  if (conditions?.comparison !== 'typed') return undefined;
  if (conditions.suffixes === null) return { name: parameter };
  const read = readConditionName(conditions, parameter);
  return read && { name: read.field + (conditions.suffixes[read.ending] ?? ''), field: read.field };
}

/** The parameter that compares a field of this name, in a dialect that sets field names apart; undefined without one. */
function familyName(name: string, fields: FieldCatalogue, { conditions }: Dialect): string | undefined {
  const isFamily = conditions?.comparison === 'typed' && conditions.suffixes !== null;
  return isFamily && fields.find(name) ? writeConditionName(conditions, { field: name, ending: '' }) : undefined;
}

function outsideFamily(parameter: string, family: string): Problem {
  return problem('unknown-field', `The field ${quote(parameter)} is compared with the parameter ${quote(family)}.`, {
    parameter,
    field: parameter,
    expected: 'a parameter of the list',
    suggestion: family,
  });
}

function readFilter(
  parameter: string,
  values: readonly string[],
  fields: FieldCatalogue,
  lenient: boolean,
): Result<Condition> {
  const [text = '', ...others] = values;
  if (others.length > 0) {
    const detail = `The parameter "${parameter}" is given more than once.`;
    return refuse(problem('bad-parameter', detail, { parameter, expected: 'one filter' }));
  }
  const parsed = parseExpression(text, fields.record, lenient);
  return parsed.ok ? accept({ parameter, ...parsed.value }) : parsed;
}

/** Candidates for a misspelt parameter: fields, and fields with a suffix if the parameter seems to have one. */
function similarNames(parameter: string, fields: FieldCatalogue, { conditions }: Dialect): readonly string[] {
  const names = fields.record.names();
  if (conditions?.comparison === 'typed' && conditions.suffixes) {
    return names.map((field) => writeConditionName(conditions, { field, ending: '' }));
  }
  const suffix = filterSuffixes.find((one) => parameter.endsWith(one)) ?? '';
  const suffixed = names.filter((name) => parameter.startsWith(`${name}_`));
  return [
    ...names.map((name) => name + suffix),
    ...suffixed.flatMap((name) => filterSuffixes.map((one) => name + one)),
  ];
}
