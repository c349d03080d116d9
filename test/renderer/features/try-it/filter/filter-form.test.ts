import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogueOf } from '../../../../../renderer/exchange/catalogue.ts';
import { parameterOf, pieceOf, readPieces, writePieces } from '../../../../../renderer/exchange/pieces.ts';
import {
  emptyGroup,
  expressionOf,
  type FormNode,
  formOf,
} from '../../../../../renderer/features/try-it/filter/filter-form.ts';
import { asFilterText, asParameters } from '../../../../../renderer/features/try-it/filter/filter-parameters.ts';
import { defaultDialect } from '../../../../../server/domain/dialect/default-dialect.ts';
import type { FieldCatalogue } from '../../../../../server/domain/fields/fields.ts';
import { parseFilter } from '../../../../../server/domain/filter/filter.ts';
import { type FilterExpression, formatExpression } from '../../../../../server/domain/filter/filter-expression.ts';
import { parseExpression } from '../../../../../server/domain/filter/filter-parser.ts';
import { listParameters } from '../../../../../server/domain/list/list-parameters.ts';
import type { QueryParameter } from '../../../../../server/domain/request/query-string.ts';
import { arbitraryFilter, arbitraryRecords } from '../../../../server/domain/filter/filter-arbitraries.ts';
import { catalogueOf as catalogueOfRecords } from '../../../../server/domain/filter/filter-properties.ts';
import { parametersOf } from '../../../../server/domain/filter/reference-filter.ts';
import { rounds } from '../../../../support/rounds.ts';

const runs = { numRuns: rounds(600) };

function parse(text: string, fields: FieldCatalogue): FilterExpression | undefined {
  const parsed = parseExpression(text, fields.record, false);
  if (!parsed.ok) throw new Error(parsed.problem.detail);
  return parsed.value.expression;
}

function accepted(parameters: readonly QueryParameter[], fields: FieldCatalogue) {
  const parsed = parseFilter(parameters, fields, { lenient: false, reserved: listParameters(defaultDialect) });
  return parsed.ok ? parsed.value.filter : undefined;
}

function textOf(form: FormNode, fields: FieldCatalogue): string {
  const expression = expressionOf(form, fields.record);
  if (!expression.ok) throw new Error(expression.problem.reason);
  return expression.value ? formatExpression(expression.value) : '';
}

test('filter and form survive the round trip', () => {
  fc.assert(
    fc.property(arbitraryRecords, arbitraryFilter, (records, reference) => {
      const fields = catalogueOfRecords(records);
      const filter = accepted(parametersOf(reference), fields);
      if (!filter) return;
      const form = formOf(parse(filter.text, fields), fields.record);
      expect(textOf(form, fields)).toBe(filter.text);
      expect(formOf(parse(textOf(form, fields), fields), fields.record)).toEqual(form);
    }),
    runs,
  );
});

test('parameters converted to filter= match the same records', () => {
  fc.assert(
    fc.property(arbitraryRecords, arbitraryFilter, (records, reference) => {
      const fields = catalogueOfRecords(records);
      const pieces = parametersOf(reference).map(({ name, value }) => pieceOf(name, value));
      const before = accepted(pieces, fields);
      const after = asFilterText(readPieces(writePieces(pieces)), fields);
      expect(after.ok).toBe(before !== undefined);
      if (!before || !after.ok) return;
      expect(after.value.map(({ name }) => name)).toEqual(['filter']);
      expect(records.map(accepted(after.value, fields)?.root.test ?? (() => null))).toEqual(
        records.map(before.root.test),
      );
    }),
    runs,
  );
});

test('filter= converted to parameters matches the same records and reports the rest', () => {
  fc.assert(
    fc.property(arbitraryRecords, arbitraryFilter, (records, reference) => {
      const fields = catalogueOfRecords(records);
      const filter = accepted(parametersOf(reference), fields);
      const expression = filter && parse(filter.text, fields);
      if (!filter || !expression) return;
      const { pieces, left } = asParameters([pieceOf('filter', filter.text)], expression, fields);
      expect(left.length === 0).toBe(parameterOf(pieces, 'filter') === undefined);
      expect(records.map(accepted(pieces, fields)?.root.test ?? (() => null))).toEqual(records.map(filter.root.test));
    }),
    runs,
  );
});

const products = catalogueOf({
  definition: { name: 'products', key: 'id', sort: null, time: null, schema: null },
  fields: [
    { path: ['id'], kinds: ['number'], values: [1] },
    { path: ['name'], kinds: ['string'], values: ['Lamp'] },
    { path: ['code'], kinds: ['number', 'string'], values: [] },
  ],
});

test('converts every expression that parameters can express', () => {
  const text = 'id gt 3 and name co exact "a&b" and (id eq 4 or id eq 5) and not (name eq exact "x") and name sw "l"';
  const { pieces, left } = asParameters([], parse(text, products) ?? { kind: 'and', parts: [] }, products);
  expect(left).toEqual(['name sw "l"']);
  expect(writePieces(pieces)).toBe('filter=name+sw+%22l%22&id_gt=3&name_contains=a%26b&id=4&id=5&name_ne=x');
});

test.each([
  ['number', '7', 'code eq 7'],
  ['text in quotes', '"7"', 'code eq "7"'],
  ['text', 'seven', 'code eq "seven"'],
  ['null', 'null', 'code eq null'],
  ['a quotation mark that stays open', '"7', 'code eq "\\"7"'],
])('where a field has numbers and text, %s is typed as it is meant', (_kind, value, text) => {
  const form = { kind: 'condition', field: 'code', operator: 'eq', exact: false, value } as const;
  expect(textOf(form, products)).toBe(text);
});

test('an incomplete condition has a reason', () => {
  const number = { kind: 'condition', field: 'id', operator: 'gt', exact: false, value: 'three' } as const;
  const field = { kind: 'condition', field: 'colour', operator: 'pr', exact: false, value: '' } as const;
  expect(expressionOf({ ...emptyGroup, parts: [number] }, products.record)).toMatchObject({
    problem: { node: number, reason: expect.stringContaining('a number') },
  });
  expect(expressionOf({ ...emptyGroup, parts: [field] }, products.record)).toMatchObject({
    problem: { node: field, reason: 'No record has a field "colour".' },
  });
});
