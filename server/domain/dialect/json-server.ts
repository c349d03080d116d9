import { defaultDialect } from './default-dialect.ts';
import type { Dialect, ScriptOperator } from './dialect.ts';

const pages = { ...defaultDialect.pages, unusable: 'replaced', unpaged: 'all', size: 10 } as const;
const sort = { missing: 'by-direction', unusable: 'ignored', words: ['asc', 'desc'] } as const;

/** json-server 0.17, as its version 0.17.4 answers. */
export const jsonServer0: Dialect = {
  name: 'json-server-0.17',
  title: 'json-server 0.17',
  parameters: {
    sort: '_sort',
    order: '_order',
    page: '_page',
    per_page: '_limit',
    limit: '_limit',
    offset: '_start',
    end: '_end',
    search: 'q',
    children: '_embed',
    parents: '_expand',
  },
  conditions: {
    comparison: 'text',
    operators: { _gte: 'ge', _lte: 'le', _ne: 'ne', _like: 'like' },
    separator: null,
    unknown: 'ignored',
  },
  pages,
  sort: { ...sort, direction: 'order' },
  lists: { form: null, applies: 'always', totalHeader: 'paged', linkHeader: 'several-pages' },
  errors: { byStatus: { 404: {} }, form: null },
  references: 'same-text',
  deleted: 'empty-object',
  records: 'plain',
  mediaType: defaultDialect.mediaType,
  errorType: defaultDialect.mediaType,
};

/** The operators of json-server 1, in `_where` and after a colon. */
export const whereOperators: Readonly<Record<string, ScriptOperator>> = {
  lt: 'lt',
  lte: 'le',
  gt: 'gt',
  gte: 'ge',
  eq: 'eq',
  ne: 'ne',
  in: 'in',
  contains: 'co',
  startsWith: 'sw',
  endsWith: 'ew',
};

/** The separators of a field and its operator: the colon, and the form of earlier versions for operators in lower case. */
const endings = Object.entries(whereOperators).flatMap(([name, operator]) => [
  [`:${name}`, operator] as const,
  ...(/[A-Z]/.test(name) ? [] : [[`_${name}`, operator] as const]),
]);

/** json-server 1, as its version 1.0.0-beta.15 answers. */
export const jsonServer1: Dialect = {
  name: 'json-server-1',
  title: 'json-server 1',
  parameters: {
    sort: '_sort',
    page: '_page',
    per_page: '_per_page',
    where: '_where',
    children: '_embed',
    parents: '_embed',
  },
  conditions: {
    comparison: 'value',
    operators: Object.fromEntries(endings),
    separator: ':',
    unknown: 'never-true',
  },
  pages: { ...pages, zeroSize: 'one', beyondLast: 'last', malformedPage: 'unpaged' },
  sort: { ...sort, direction: 'minus' },
  lists: {
    form: {
      first: '$firstPage',
      prev: '$prevPage',
      next: '$nextPage',
      last: '$lastPage',
      pages: '$lastPage',
      items: '$total',
      data: '$items',
    },
    applies: 'numbered',
    totalHeader: 'never',
    linkHeader: 'never',
  },
  errors: { byStatus: { 404: { error: 'Not Found' } }, form: null },
  references: 'equal',
  deleted: 'record',
  records: 'plain',
  mediaType: defaultDialect.mediaType,
  errorType: defaultDialect.mediaType,
};
