import { problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { readConditionName } from '../dialect/condition-name.ts';
import type { ScriptConditions } from '../dialect/dialect.ts';
import type { FieldCatalogue } from '../fields/fields.ts';
import { isJsonObject } from '../json/json.ts';
import { parseJson } from '../json/json-text.ts';
import { maxDepth, maxValues } from '../json/limits.ts';
import { quote } from '../json/wording.ts';
import type { Condition, ConditionOptions } from './condition.ts';
import { combine, type FilterExpression, type FilterLiteral } from './filter-expression.ts';
import { compilePattern } from './pattern.ts';
import { whereExpression } from './where.ts';

/** Parameters that jQuery adds, which json-server never filters by. */
const foreign = new Set(['callback', '_']);

/**
 * Reads the conditions of a json-server dialect: one for each parameter that is not reserved, the text of `q`, and the
 * object of `_where`, which replaces the others. Refuses only a pattern that the mock does not evaluate, with
 * `bad-parameter`.
 */
export function readScriptConditions(
  parameters: ReadonlyMap<string, readonly string[]>,
  fields: FieldCatalogue,
  { reserved, dialect }: ConditionOptions,
  rules: ScriptConditions,
): Result<readonly Condition[]> {
  const { search, where } = dialect.parameters;
  const replaced = where === undefined ? undefined : readWhere(where, parameters.get(where)?.[0]);
  if (replaced) return accept([replaced]);
  const conditions: Condition[] = [];
  for (const [parameter, values] of parameters) {
    const [text = ''] = values;
    if (parameter === search && text !== '') {
      conditions.push({ parameter, expression: { kind: 'search', text }, ignored: [] });
    }
    if (reserved.has(parameter)) continue;
    const condition = readCondition(parameter, values, fields, rules);
    if (!condition.ok) return condition;
    conditions.push(condition.value);
  }
  return accept(conditions);
}

function readWhere(parameter: string, text: string | undefined): Condition | undefined {
  const parsed = text === undefined ? undefined : parseJson(text, { maxDepth, maxValues });
  if (!parsed?.ok || !isJsonObject(parsed.value)) return undefined;
  return { parameter, expression: whereExpression(parsed.value), ignored: [] };
}

function readCondition(
  parameter: string,
  values: readonly string[],
  fields: FieldCatalogue,
  rules: ScriptConditions,
): Result<Condition> {
  const { comparison, operators, separator, unknown } = rules;
  const { field: name = parameter, ending = '' } = readConditionName(rules, parameter) ?? {};
  const operator = operators[ending] ?? 'eq';
  // An integer leads into a list.
  const field = fields.find(name) ?? fields.find(name.replace(/\.\d+(?=\.|$)/g, ''));
  const isOther = ending === '' && separator !== null && hasEnding(name, separator);
  if (isOther || foreign.has(name) || (unknown === 'ignored' && ending === '' && !field)) {
    return accept({ parameter, expression: undefined, ignored: [parameter] });
  }
  const path = field?.name === name ? field.path : name.split('.');
  const unusable = operator === 'like' ? values.find((value) => !compilePattern(value)) : undefined;
  if (unusable !== undefined) return refuse(unusablePattern(parameter, unusable));
  // Of several values, the dialect that reads them as values takes the last one.
  const used = comparison === 'value' ? values.slice(-1) : values;
  const parts = used.map((value): FilterExpression => {
    const texts = operator === 'in' ? value.split(',').map((one) => one.trim()) : [value];
    const literals = comparison === 'text' ? texts : texts.map(valueFrom);
    return { kind: 'script', path, comparison, operator, literals };
  });
  return accept({ parameter, expression: combine(operator === 'ne' ? 'and' : 'or', parts), ignored: [] });
}

/** True if a text, which no operator is named, follows the separator. */
function hasEnding(name: string, separator: string): boolean {
  const index = name.lastIndexOf(separator);
  return index >= 0 && index < name.length - separator.length;
}

/** The value that a text stands for: a truth value, null or a number as JavaScript reads it, else the text. */
function valueFrom(text: string): FilterLiteral {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : text;
}

function unusablePattern(parameter: string, value: string) {
  const detail = `The mock does not evaluate the regular expression ${quote(value)}.`;
  const expected = 'a regular expression without lookaround, backreferences and \\b';
  return problem('bad-parameter', detail, { parameter, expected });
}
