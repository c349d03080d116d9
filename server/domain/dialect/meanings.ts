import type { Dialect, ParameterRole, ScriptOperator } from './dialect.ts';

/** The meaning of a parameter, as a sentence; the same in every dialect that has it. */
const meanings: Readonly<Record<ParameterRole, string>> = {
  filter: 'A SCIM filter (RFC 7644, 3.4.2.2), such as `status eq "active" and not (age lt 18)`.',
  sort: 'Fields to sort by, separated by commas; a minus before a field reverses its order.',
  order: '`asc` or `desc`: one for all fields of `sort`, or one for each field, separated by commas.',
  limit: 'Records in a page, with `offset`, `cursor`, a time window or `since_id`.',
  offset: 'Records to skip.',
  cursor: 'The `next_cursor` of the previous page; empty for the first page.',
  from: 'Start of a time window in Unix seconds, inclusive.',
  to: 'End of a time window in Unix seconds, exclusive.',
  start_time: 'Start of a time window in ISO 8601, inclusive.',
  end_time: 'End of a time window in ISO 8601, exclusive.',
  since_id: 'The records that follow the one with this key.',
  page: 'Number of the page, from 1.',
  per_page: 'Records in a page, with `page`.',
  end: 'Index after the last record.',
  search: 'A text that a member of the record contains, at any depth, ignoring case.',
  where: 'A filter as a JSON object, in place of all other conditions.',
  children: 'A collection whose records that refer to the record are included.',
  parents: 'The singular name of a collection whose record, to which the record refers, is included.',
};

/** Meanings that differ in a dialect. */
const meaningsOf: Readonly<Partial<Record<Dialect['name'], Partial<Record<ParameterRole, string>>>>> = {
  'json-server-0.17': {
    sort: 'Fields to sort by, separated by commas.',
    order: '`asc` or `desc` for each field of `_sort`, separated by commas.',
    limit: 'Records in a page with `_page`, or after `_start`.',
    offset: 'Index of the first record, with `_end` or `_limit`.',
  },
  'json-server-1': {
    per_page: 'Records in a page, with `_page`.',
    parents:
      'A collection whose records refer to the record, or the singular name of one to which it refers: they are included.',
  },
  'json-api': {
    limit: 'Records in a page, with `page[offset]` or `page[cursor]`.',
    cursor: 'Empty for the first page; the link `next` has the others.',
    per_page: 'Records in a page, with `page[number]`.',
  },
  scim: {
    sort: 'The field to sort by.',
    order: '`ascending` or `descending`.',
    offset: 'Number of the first record, from 1.',
    limit: 'Records in a page; 0 for the total alone.',
  },
};

/** The parameters of a dialect with what they say, in the order of the table; one with two roles has the meaning of the last. */
export function parameterMeanings({
  name: dialect,
  parameters,
}: Dialect): ReadonlyMap<string, { readonly role: ParameterRole; readonly meaning: string }> {
  const found = new Map<string, { readonly role: ParameterRole; readonly meaning: string }>();
  for (const [key, name] of Object.entries(parameters)) {
    const role = key as ParameterRole;
    found.set(name, { role, meaning: meaningsOf[dialect]?.[role] ?? meanings[role] });
  }
  return found;
}

/** The test of an operator, as the end of a sentence. */
export const operatorMeanings: Readonly<Record<ScriptOperator, string>> = {
  eq: 'is this',
  ne: 'is not this',
  lt: 'is less than this',
  le: 'is this or less',
  gt: 'is greater than this',
  ge: 'is this or greater',
  co: 'contains this text',
  sw: 'starts with this text',
  ew: 'ends with this text',
  in: 'is one of these, between commas',
  like: 'matches this regular expression, ignoring case',
};
