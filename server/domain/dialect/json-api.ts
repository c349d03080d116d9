import { defaultDialect } from './default-dialect.ts';
import type { Dialect } from './dialect.ts';

const jsonApiType = 'application/vnd.api+json';

/** JSON:API 1.1: families of parameters, documents with resource objects, and errors. */
export const jsonApi: Dialect = {
  name: 'json-api',
  title: 'JSON:API',
  parameters: {
    sort: 'sort',
    page: 'page[number]',
    per_page: 'page[size]',
    offset: 'page[offset]',
    limit: 'page[limit]',
    cursor: 'page[cursor]',
  },
  conditions: {
    comparison: 'typed',
    around: ['filter[', ']'],
    suffixes: {
      '': '_in',
      '[ne]': '_ne',
      '[lt]': '_lt',
      '[lte]': '_lte',
      '[gt]': '_gt',
      '[gte]': '_gte',
      '[contains]': '_contains',
      '[starts_with]': '_starts_with',
      '[ends_with]': '_ends_with',
    },
  },
  pages: defaultDialect.pages,
  sort: { ...defaultDialect.sort, direction: 'minus' },
  lists: {
    form: {
      data: '$items',
      links: { first: '$first', prev: '$prev', next: '$next', last: '$last' },
      meta: { total: '$total' },
    },
    applies: 'always',
    totalHeader: 'never',
    linkHeader: 'never',
  },
  errors: {
    byStatus: {},
    form: { errors: [{ status: '$statusText', code: '$code', title: '$title', detail: '$detail', source: '$source' }] },
  },
  references: 'none',
  deleted: 'no-content',
  records: 'resource',
  mediaType: jsonApiType,
  errorType: jsonApiType,
};
