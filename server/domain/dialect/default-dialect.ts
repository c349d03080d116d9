import type { Dialect } from './dialect.ts';

const json = 'application/json; charset=utf-8';
export const problemJson = 'application/problem+json';

/** Pages of a dialect that refuses what it cannot use. */
const strictPages = {
  unusable: 'refused',
  unpaged: 'first-page',
  size: null,
  zeroSize: 'default',
  firstOffset: 0,
  beyondLast: 'empty',
  malformedPage: 'first',
} as const;

/** The mock's own conventions. */
export const defaultDialect: Dialect = {
  name: 'default',
  title: 'Mock API Console',
  parameters: Object.fromEntries(
    (
      [
        ...['filter', 'sort', 'order', 'limit', 'offset', 'cursor'],
        ...['from', 'to', 'start_time', 'end_time', 'since_id', 'page', 'per_page'],
      ] as const
    ).map((name) => [name, name]),
  ),
  conditions: { comparison: 'typed', around: ['', ''], suffixes: null },
  pages: strictPages,
  sort: { direction: 'both', words: ['asc', 'desc'], missing: 'last', unusable: 'refused' },
  lists: { form: 'setting', applies: 'always', totalHeader: 'always', linkHeader: 'always' },
  errors: { byStatus: {}, form: null },
  references: 'none',
  deleted: 'no-content',
  records: 'plain',
  mediaType: json,
  errorType: problemJson,
};
