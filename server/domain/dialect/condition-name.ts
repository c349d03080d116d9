import type { FieldConditions } from './dialect.ts';

/** The parts of a parameter's name that is a condition on a field. */
export interface ConditionName {
  readonly field: string;
  /** Names the operator; empty for the plain form. */
  readonly ending: string;
}

/** The endings of a dialect, the empty one included; none if they are those of the default dialect. */
export function endingsOf(conditions: FieldConditions): readonly string[] {
  const named = conditions.comparison === 'typed' ? conditions.suffixes : conditions.operators;
  return named === null ? [] : [...new Set(['', ...Object.keys(named)])];
}

export function writeConditionName(conditions: FieldConditions, { field, ending }: ConditionName): string {
  const [before, after] = conditions.comparison === 'typed' ? conditions.around : ['', ''];
  return before + field + after + ending;
}

/** Takes the name of a parameter apart; undefined for one that is no condition. */
export function readConditionName(conditions: FieldConditions, name: string): ConditionName | undefined {
  if (conditions.comparison !== 'typed') {
    const isEnding = (one: string) => one !== '' && name.endsWith(one) && name.length > one.length;
    const ending = endingsOf(conditions).find(isEnding) ?? '';
    return { field: name.slice(0, name.length - ending.length), ending };
  }
  const [before, after] = conditions.around;
  const end = name.indexOf(after, before.length);
  if (!name.startsWith(before) || end < 0) return undefined;
  const ending = name.slice(end + after.length);
  return endingsOf(conditions).includes(ending) ? { field: name.slice(before.length, end), ending } : undefined;
}
