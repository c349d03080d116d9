import { defaultDialect } from './default-dialect.ts';
import type { Dialect } from './dialect.ts';

const scimJson = 'application/scim+json';

/** SCIM 2.0 (RFC 7644): lists, filters and errors. */
export const scim: Dialect = {
  name: 'scim',
  title: 'SCIM 2.0',
  parameters: { filter: 'filter', sort: 'sortBy', order: 'sortOrder', offset: 'startIndex', limit: 'count' },
  conditions: null,
  pages: { ...defaultDialect.pages, unusable: 'replaced', zeroSize: 'none', firstOffset: 1 },
  sort: { direction: 'order', words: ['ascending', 'descending'], missing: 'by-direction', unusable: 'refused' },
  lists: {
    form: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: '$total',
      startIndex: '$startIndex',
      itemsPerPage: '$returned',
      Resources: '$items',
    },
    applies: 'always',
    totalHeader: 'never',
    linkHeader: 'never',
  },
  errors: {
    byStatus: {},
    form: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '$statusText',
      scimType: '$scimType',
      detail: '$detail',
    },
  },
  references: 'none',
  deleted: 'no-content',
  records: 'plain',
  mediaType: scimJson,
  errorType: scimJson,
};
