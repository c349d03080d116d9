import fc from 'fast-check';
import { expect } from 'vitest';
import { FieldCatalogue } from '../../../../server/domain/fields/fields.ts';
import { type Filter, parseFilter } from '../../../../server/domain/filter/filter.ts';
import { countNodes, explainFilter } from '../../../../server/domain/filter/filter-explain.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { QueryParameter } from '../../../../server/domain/request/query-string.ts';
import { arbitraryFilter, arbitraryRecords, referenceFields } from './filter-arbitraries.ts';
import { judge, parametersOf } from './reference-filter.ts';

/*
 * Properties of filters for a given number of random cases: few in the unit tests, more in a longer search.
 */

const strict = { lenient: false, reserved: new Set(['limit', 'sort']) };

/** The fields of records without a schema. */
export function catalogueOf(records: readonly JsonObject[]): FieldCatalogue {
  const fields = new FieldCatalogue({ name: 'users', key: 'id', sort: null, time: null, schema: null });
  for (const record of records) fields.addRecord(record);
  return fields;
}

function accepted(parameters: readonly QueryParameter[], fields: FieldCatalogue): Filter {
  const parsed = parseFilter(parameters, fields, strict);
  if (!parsed.ok || !parsed.value.filter) throw new Error(`Not accepted: ${JSON.stringify(parsed)}`);
  return parsed.value.filter;
}

/** The server matches the records, and refuses the filters, that the reference does. */
export function filtersAgree(runs: number): void {
  const property = fc.property(arbitraryRecords, arbitraryFilter, (records, filter) => {
    const parsed = parseFilter(parametersOf(filter), catalogueOf(records), strict);
    const matches = parsed.ok ? records.map((record) => parsed.value.filter?.root.test(record) ?? true) : null;
    expect(matches).toEqual(judge(filter, records, referenceFields));
  });
  fc.assert(property, { numRuns: runs });
}

/** The text of a filter, sent as `filter=`, gives a filter with the same text and parts. */
export function textsReadBack(runs: number): void {
  const property = fc.property(arbitraryRecords, arbitraryFilter, (records, reference) => {
    const fields = catalogueOf(records);
    const parsed = parseFilter(parametersOf(reference), fields, strict);
    if (!parsed.ok || !parsed.value.filter) return;
    const { filter } = parsed.value;
    const again = accepted([{ name: 'filter', value: filter.text }], fields);
    expect(again.nodes.map(({ text }) => text)).toEqual(filter.nodes.map(({ text }) => text));
    expect(records.map(again.root.test)).toEqual(records.map(filter.root.test));
  });
  fc.assert(property, { numRuns: runs });
}

/** The count of a node is the number of records that match its text when sent alone. */
export function countsAreThoseOfTheTexts(runs: number): void {
  const property = fc.property(arbitraryRecords, arbitraryFilter, (records, reference) => {
    const fields = catalogueOf(records);
    const parsed = parseFilter(parametersOf(reference), fields, strict);
    if (!parsed.ok || !parsed.value.filter) return;
    const { filter } = parsed.value;
    const counts: number[] = [];
    for (const record of records) countNodes(filter, record, counts, 1);
    const explained = [explainFilter(filter, counts)];
    for (const node of explained) {
      explained.push(...node.children);
      const alone = accepted([{ name: 'filter', value: node.text }], fields);
      expect(node.matches).toBe(records.filter(alone.root.test).length);
    }
    expect(explained).toHaveLength(filter.nodes.length);
  });
  fc.assert(property, { numRuns: runs });
}

const pieces = fc.constantFrom(
  ...['name', 'age', 'emails', 'emails.type', 'nope', 'limit', 'filter', '"', '"Ada"', '"\\u00', '\\', ',', '.', '_'],
  ...[
    '_lt',
    '_in',
    '_ne',
    '_after',
    '_contains',
    ' ',
    '(',
    ')',
    '[',
    ']',
    ' and ',
    ' or ',
    'not',
    ' eq ',
    ' pr',
    ' gt ',
  ],
  ...['exact', 'true', 'null', '7', '-', '1e999', '00', '2024-02-01', 'T25:00:00Z', '\u0000', '\ud83d', 'é'],
);
const rubble = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const names = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('filter', 'age', 'name_in', 'age_lt') }, rubble);

/** Every parameter is reserved, part of the filter, or refused by name. */
export function nothingIsIgnored(runs: number): void {
  const sent = fc.array(fc.record({ name: names, value: rubble }), { minLength: 1, maxLength: 3 });
  const property = fc.property(arbitraryRecords, sent, (records, parameters) => {
    const parsed = parseFilter(parameters, catalogueOf(records), strict);
    if (parsed.ok) {
      const used = new Set(parsed.value.filter?.nodes.map((node) => node.parameter));
      const lost = parameters.filter(({ name }) => !used.has(name) && !strict.reserved.has(name));
      expect(lost).toEqual([]);
      expect(parsed.value.ignored).toEqual([]);
    } else {
      const { parameter, expected, status } = parsed.problem;
      expect(parameters.map(({ name }) => name)).toContain(parameter);
      expect(expected).toBeTypeOf('string');
      expect(status).toBe(400);
    }
  });
  fc.assert(property, { numRuns: runs });
}
