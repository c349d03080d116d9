import { type Attack, distinctNames, json, list, mebibyte, wide } from './hostile-attack.ts';

export const commands: readonly Attack[] = [
  {
    name: 'console: filter of 100,000 terms',
    target: 'records.page',
    body: () =>
      JSON.stringify({
        collection: 'users',
        query: `filter=${encodeURIComponent(list(100_000, () => 'age pr').join(' or '))}`,
        offset: 0,
        limit: 10,
      }),
    status: 400,
    limit: /16384|16,384/,
  },
  {
    name: 'console: query of 100,000 parameters',
    target: 'records.page',
    body: () =>
      JSON.stringify({
        collection: 'users',
        query: list(100_000, (index) => `age=${index}`).join('&'),
        offset: 0,
        limit: 10,
      }),
    status: 400,
    limit: /16384|16,384/,
  },
  {
    name: 'console: search of everything',
    target: 'records.page',
    body: () => JSON.stringify({ collection: 'users', search: 'zzz', offset: 0, limit: 10 }),
    status: 200,
    times: 3,
  },
  {
    name: 'console: search of a long text',
    target: 'records.page',
    body: () => JSON.stringify({ collection: 'users', search: 'z'.repeat(900_000), offset: 0, limit: 10 }),
    status: 400,
    limit: /16384|16,384/,
  },
  {
    name: 'console: records.put of distinct names',
    target: 'records.put',
    body: () => JSON.stringify({ collection: 'users', record: JSON.parse(wide()) }),
    status: 400,
    limit: /20000 members/,
  },
  {
    name: 'console: records.check of distinct names',
    target: 'records.check',
    body: () => JSON.stringify({ collection: 'users', record: JSON.parse(wide()) }),
    status: 400,
    limit: /20000 members/,
  },
  {
    name: 'POST of 9,000 distinct names',
    method: 'POST',
    target: '/api/users',
    headers: json,
    body: () => distinctNames(108_000),
    status: 201,
  },
  {
    name: 'console: fields after wide records',
    target: 'collections.fields',
    body: () => '{"collection":"users"}',
    status: 200,
  },
  {
    name: 'console: export of wide records as CSV',
    target: 'records.export',
    body: () => '{"collection":"users","of":"live","format":"csv"}',
    status: 413,
    limit: /at most 20000000 cells/,
  },
  {
    name: 'console: export as JSON',
    target: 'records.export',
    body: () => '{"collection":"users","of":"live","format":"json"}',
    status: 200,
  },
  {
    name: 'console: change of every record',
    target: 'records.change',
    body: () =>
      JSON.stringify({ collection: 'users', of: {}, change: { kind: 'set', path: ['note'], value: 'x' }, as: 'all' }),
    status: 200,
  },
  { name: 'console: undo of a change of every record', target: 'history.undo', status: 200 },
  { name: 'console: redo of a change of every record', target: 'history.redo', status: 200 },
  {
    name: 'console: import of a broken text',
    target: 'import.preview',
    body: () => JSON.stringify({ text: '['.repeat(900_000), fileName: 'users.json' }),
    status: 422,
  },
  {
    name: 'console: 60 MB of white space',
    target: 'collections.fields',
    body: () => `{"collection":"users"${' '.repeat(60 * mebibyte)}}`,
    status: 400,
    limit: /1048576 characters of white space/,
  },
  {
    name: 'console: a number of 60 MB',
    target: 'collections.fields',
    body: () => `{"collection":${'1'.repeat(60 * mebibyte)}}`,
    status: 400,
  },
  {
    name: 'console: a name of 60 MB',
    target: 'collections.fields',
    body: () => `{"collection":"${'x'.repeat(60 * mebibyte)}"}`,
    status: 400,
    limit: /at most 1000000 characters/,
  },
  { name: 'console: the mirror', target: 'workspace.get', status: 200 },
];
