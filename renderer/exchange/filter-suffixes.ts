import type { Field } from '../../server/domain/fields/fields.ts';
import { filterSuffixes, kindsFor } from '../../server/domain/filter/filter-parameter.ts';

/** The suffixes that fit the kinds of a field, '' for none; `given` is always included. */
export function suffixesFor(field: Field, given: string): readonly string[] {
  return ['', ...filterSuffixes].filter((one) => one === given || kindsFor(field, one).length > 0);
}

/** Short labels of the suffixes. */
export const suffixWords: Readonly<Record<string, string>> = {
  '': 'is',
  _ne: 'is not',
  _in: 'is one of',
  _lt: '< (_lt)',
  _lte: '≤ (_lte)',
  _gt: '> (_gt)',
  _gte: '≥ (_gte)',
  _less_than: 'is less than',
  _greater_than: 'is greater than',
  _after: 'is on or after',
  _before: 'is on or before',
  _contains: 'contains',
  _starts_with: 'starts with',
  _ends_with: 'ends with',
};
