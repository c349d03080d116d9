/** Compares the conditions on fields that a dialect has. */
import { instantOf } from '../basics/instant.ts';
import { endingsOf, writeConditionName } from '../dialect/condition-name.ts';
import type { FieldConditions, ScriptOperator } from '../dialect/dialect.ts';
import { filterSuffixes } from '../filter/filter-parameter.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import type { Compared } from './compared.ts';
import type { Both, DriftExchange, Script, Side } from './drift.ts';
import { both } from './message.ts';
import { scalarMembers } from './page-checks.ts';

export function* compareFilters(compared: Compared): Script<void> {
  const { conditions } = compared.dialect;
  if (conditions) yield* compareConditions(compared, conditions);
  yield* compareExpression(compared);
  yield* compareSearch(compared);
  if (conditions) yield* compareUnknown(compared, conditions);
}

/** The operators of the default dialect's suffixes. */
const suffixOperators: Readonly<Record<string, ScriptOperator>> = {
  '': 'eq',
  ...{ _ne: 'ne', _lt: 'lt', _lte: 'le', _gt: 'gt', _gte: 'ge', _less_than: 'lt', _greater_than: 'gt' },
  ...{ _in: 'in', _contains: 'co', _starts_with: 'sw', _ends_with: 'ew', _after: 'ge', _before: 'le' },
};

/** The operator of each ending, and whether it compares times. */
function operatorsOf(
  conditions: FieldConditions,
): readonly (readonly [ending: string, operator: ScriptOperator, isTime: boolean])[] {
  if (conditions.comparison !== 'typed') {
    return endingsOf(conditions).map((ending) => [ending, conditions.operators[ending] ?? 'eq', false]);
  }
  const endings = conditions.suffixes ?? Object.fromEntries(['', ...filterSuffixes].map((suffix) => [suffix, suffix]));
  return Object.entries(endings).map(([ending, suffix]) => [
    ending,
    suffixOperators[suffix] ?? 'eq',
    suffix === '_after' || suffix === '_before',
  ]);
}

const ofTexts: ReadonlySet<ScriptOperator> = new Set(['co', 'sw', 'ew', 'like']);
const ofNumbers: ReadonlySet<ScriptOperator> = new Set(['lt', 'le', 'gt', 'ge']);

function* compareConditions(compared: Compared, conditions: FieldConditions): Script<void> {
  const { findings, target } = compared;
  const [texts, numbers] = [scalarMembers(compared, 'string'), scalarMembers(compared, 'number')];
  const groups = new Map<
    string,
    { readonly does: Both<string | undefined>; names: string[]; exchanges: DriftExchange[] }
  >();
  for (const [ending, operator, isTime] of operatorsOf(conditions)) {
    const { time } = target.definition;
    const fields = isTime
      ? time === null
        ? []
        : [time]
      : ofTexts.has(operator)
        ? texts
        : ofNumbers.has(operator)
          ? numbers
          : [...texts, ...numbers];
    const chosen = choose(compared, fields, operator, isTime);
    if (!chosen) continue;
    const { field, operands } = chosen;
    const name = writeConditionName(conditions, { field, ending });
    const exchange = yield* compared.list(both((side) => ({ [name]: sent(operator, operands[side]) })));
    const does = both((side) =>
      compared
        .does(exchange, side, (found) => {
          const fits = found.every((record) => holds(operator, member(record, field), operands[side], isTime));
          return fits && found.length > 0 ? 'applies them' : undefined;
        })
        ?.replace('ignores it', 'ignores them'),
    );
    const key = `${does.ours} ${does.theirs}`;
    const group = groups.get(key) ?? { does, names: [], exchanges: [] };
    group.names.push(name);
    group.exchanges.push(exchange);
    groups.set(key, group);
  }
  if (groups.size === 0) findings.unknown('parameter-filter', 'No member has several values on both sides.');
  for (const { does, names, exchanges } of groups.values()) {
    findings.compare('parameter-filter', does, { exchanges, about: names.join(', ') });
  }
}

/** A member and operands for which the condition holds for some records and not for others, on both sides. */
function choose(compared: Compared, fields: readonly string[], operator: ScriptOperator, isTime: boolean) {
  for (const field of fields) {
    const operandOf = (side: Side) => {
      const all = compared.records[side].map((record) => member(record, field));
      return all.find((operand) => {
        const fitting = all.filter((value) => holds(operator, value, operand, isTime)).length;
        return operand !== '' && fitting > 0 && fitting < all.length;
      });
    };
    const operands = both(operandOf);
    const { ours, theirs } = operands;
    if (ours !== undefined && theirs !== undefined) return { field, operands: { ours, theirs } };
  }
  return undefined;
}

function holds(operator: ScriptOperator, value: Json | undefined, operand: Json | undefined, isTime: boolean): boolean {
  const [a, b] = isTime ? [instantOf(value), instantOf(operand)] : [value, operand];
  const [text, part] = [String(a).toLowerCase(), String(b).toLowerCase()];
  const numbers = typeof a === 'number' && typeof b === 'number';
  switch (operator) {
    case 'eq':
    case 'in':
      return a === b;
    case 'ne':
      return a !== b;
    case 'lt':
      return numbers && a < b;
    case 'le':
      return numbers && a <= b;
    case 'gt':
      return numbers && a > b;
    case 'ge':
      return numbers && a >= b;
    case 'sw':
      return text.startsWith(part);
    case 'ew':
      return text.endsWith(part);
    default:
      return text.includes(part);
  }
}

/** The operand as the parameter holds it. */
function sent(operator: ScriptOperator, operand: Json): string {
  return operator === 'like' ? String(operand).replaceAll(/[.*+?^${}()|[\]\\]/g, '.') : String(operand);
}

function* compareExpression(compared: Compared): Script<void> {
  const { filter } = compared.dialect.parameters;
  if (filter === undefined) return;
  const chosen = choose(compared, scalarMembers(compared), 'eq', false);
  if (!chosen) {
    compared.findings.unknown('parameter-expression', 'No member has several values on both sides.');
    return;
  }
  const { field, operands } = chosen;
  const exchange = yield* compared.list(
    both((side) => ({ [filter]: `${field} eq ${JSON.stringify(operands[side])}` })),
  );
  const judge = (side: Side) => (found: readonly JsonObject[]) => {
    const fits = (record: JsonObject) =>
      String(member(record, field)).toLowerCase() === String(operands[side]).toLowerCase();
    return found.length > 0 && found.every(fits) ? 'applies it' : undefined;
  };
  const does = both((side) => compared.does(exchange, side, judge(side)));
  compared.findings.compare('parameter-expression', does, { exchanges: [exchange] });
}

function* compareSearch(compared: Compared): Script<void> {
  const { search } = compared.dialect.parameters;
  if (search === undefined) return;
  const hasText = (record: JsonObject, text: string) => JSON.stringify(record).toLowerCase().includes(text);
  const wordOf = (side: Side) => {
    const all = compared.records[side];
    const words = all.flatMap((record) => Object.values(record)).filter((value) => typeof value === 'string');
    return words
      .map((text) => text.toLowerCase())
      .find((text) => /^[\w ]+$/.test(text) && !all.every((record) => hasText(record, text)));
  };
  const words = both(wordOf);
  const exchange = yield* compared.list(both((side) => ({ [search]: words[side] ?? compared.word })));
  const does = both((side) => {
    const word = words[side];
    if (word === undefined) return undefined;
    return compared.does(exchange, side, (found) =>
      found.length > 0 && found.every((record) => hasText(record, word)) ? 'finds the records with it' : undefined,
    );
  });
  compared.findings.compare('parameter-search', does, { exchanges: [exchange] });
}

function* compareUnknown(compared: Compared, conditions: FieldConditions): Script<void> {
  const { findings, word } = compared;
  const name = writeConditionName(conditions, { field: word, ending: '' });
  const exchange = yield* compared.list({ [name]: '1' });
  const does = both((side) =>
    (compared.plain[side]?.records.length ?? 0) === 0
      ? undefined
      : compared.does(exchange, side, (found) => (found.length === 0 ? 'returns no record' : undefined)),
  );
  const isIgnored = does.theirs === 'ignores it';
  const status = exchange.response.theirs?.status ?? 0;
  const isRefused = status >= 400 && status < 500;
  const isSetting = conditions.comparison === 'typed' && (isIgnored || isRefused);
  findings.compare('unknown-field', does, {
    exchanges: [exchange],
    change: isSetting ? { kind: 'settings', settings: { unknownFields: isIgnored ? 'ignore' : 'reject' } } : null,
  });
}
