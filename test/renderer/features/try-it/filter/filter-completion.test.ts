import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeFilter } from '../../../../../renderer/features/try-it/filter/filter-completion.ts';
import { defaultDialect } from '../../../../../server/domain/dialect/default-dialect.ts';
import { parseFilter } from '../../../../../server/domain/filter/filter.ts';
import { listParameters } from '../../../../../server/domain/list/list-parameters.ts';
import { arbitraryFilter, arbitraryRecords } from '../../../../server/domain/filter/filter-arbitraries.ts';
import { catalogueOf } from '../../../../server/domain/filter/filter-properties.ts';
import { parametersOf } from '../../../../server/domain/filter/reference-filter.ts';
import { rounds } from '../../../../support/rounds.ts';

const pieces = /"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+/g;

test('every filter can be typed by completion, except for unknown values', () => {
  fc.assert(
    fc.property(arbitraryRecords, arbitraryFilter, (records, reference) => {
      const fields = catalogueOf(records);
      const parsed = parseFilter(parametersOf(reference), fields, {
        lenient: false,
        reserved: listParameters(defaultDialect),
      });
      const filter = parsed.ok ? (parsed.value.filter?.text ?? '') : '';
      const text = (filter.match(pieces) ?? []).join(' ');
      let compared = false;
      for (const { 0: word, index } of text.matchAll(pieces)) {
        const { from, options } = completeFilter(text, index, fields.record, () => ['"known"']);
        const isValue = options.includes('"known"') && word !== 'exact';
        expect(from).toBe(index);
        if (!isValue)
          expect([text.slice(0, index), options]).toEqual([text.slice(0, index), expect.arrayContaining([word])]);
        compared ||= isValue;
      }
      if (/ (eq|ne|co|sw|ew|gt|ge|lt|le) /.test(text)) expect(compared).toBe(true);
    }),
    { numRuns: rounds(400) },
  );
});

const { record } = catalogueOf([{ id: '1', name: 'Ada', age: 36, tags: ['vip'], emails: [{ type: 'work' }] }]);
const literals = () => ['"Ada"', '"Alan"'];

test.each([
  ['na', ['name']],
  ['name ', ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr']],
  ['age ', ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'pr']],
  ['name eq ', ['"Ada"', '"Alan"', 'exact']],
  ['name eq "Al', ['"Alan"']],
  ['name eq "Ada" a', ['and']],
  ['(name pr ', ['and', 'or', ')']],
  ['emails[', ['type', 'not', '(']],
  ['emails[type pr', []],
  ['emails[type pr ', ['and', 'or', ']']],
  ['nothing ', ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr']],
])('behind %j stands one of %j', (text, options) => {
  expect(completeFilter(text, text.length, record, literals).options).toEqual(options);
});

test('a completion replaces the token at the caret', () => {
  expect(completeFilter('na eq "x"', 2, record, literals)).toEqual({ from: 0, options: ['name'] });
});
