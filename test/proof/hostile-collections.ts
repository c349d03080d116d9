import { type Attack, command, json, list } from './hostile-attack.ts';

const change = { collection: 'users', of: {}, change: { kind: 'set', path: ['note'], value: 'x' }, as: 'all' };
const moment = { moment: 1 };
const inSession = { 'x-mock-session': 'worst' };
const page = { collection: 'users', offset: 0, limit: 100 };

const shop = (index: number, paths: number) => ({
  name: `shop${index}`,
  paths: list(paths, (path) => ({ path: `/shop${index}/{area}/part${path}/{id}`, record: null })),
});
const longPath = `/long${list(10, (index) => `/{a${index}}/${'x'.repeat(14)}`)
  .join('')
  .slice(0, 280)}`;

/** Snapshots, the time machine, labs, definitions and own paths, over every record. */
export const collections: readonly Attack[] = [
  command('snapshot', 'snapshots.save', { name: 'first' }),
  command('change of every record', 'records.change', change),
  command('the run', 'timeline.get', {}),
  command('the steps', 'timeline.steps', { limit: 100 }),
  command('a moment', 'timeline.moment', moment),
  command('a page at a moment', 'timeline.page', { ...page, ...moment }),
  command('a search at a moment', 'timeline.page', { ...page, ...moment, search: 'zzz', query: 'sort=-name' }),
  command('restore of a moment', 'timeline.restore', moment),
  command('what differs from every fixture', 'state.diff', { limit: 100 }),
  command('comparison with a snapshot', 'state.compare', { snapshot: 'first' }),
  command('comparison with a moment', 'state.compare', { moment: 2 }),
  command('page of changed records', 'records.page', { ...page, only: 'changed' }),
  command('page of changed records, sorted', 'records.page', { ...page, only: 'changed', query: 'sort=-name' }),
  command('export of the live records', 'records.export', { collection: 'users', of: 'live', format: 'ndjson' }),
  command('snapshot of every record', 'snapshots.save', { name: 'second' }),
  command('reset of every record', 'state.reset', {}),
  command('restore of a snapshot of every record', 'snapshots.restore', { name: 'second' }),
  command('restore of that snapshot in a session', 'snapshots.restore', { name: 'second', session: 'worst' }),
  { name: 'list of that session', target: '/api/users?limit=100', headers: inSession, status: 200, times: 2 },
  { name: 'list of that session, sorted', target: '/api/users?sort=-name', headers: inSession, status: 200, times: 3 },
  command('reset of that session', 'sessions.reset', { name: 'worst' }),
  command('keep of every record', 'state.keep', {}),
  command('undo of keep', 'history.undo', {}),
  // The log's memory does not hold so many changes.
  command('replay from a dropped moment', 'timeline.replay', moment, 404),
  command('the pagination lab', 'labs.pagination', { collection: 'users', records: 160, pageSize: 1, rate: 20 }),
  command('audit of the log', 'audit.run', {}),
  command('schema of the records', 'collections.inferSchema', { collection: 'users' }),
  command('check of a definition', 'collections.check', {
    collection: 'users',
    definition: { schema: { type: 'object', properties: { name: { type: 'integer' } } } },
  }),
  command('copy of a collection', 'collections.duplicate', { collection: 'users', as: 'more' }),
  command('another key', 'collections.change', { collection: 'more', to: { key: 'name' } }),
  command('a rename', 'collections.change', { collection: 'more', to: { name: 'others' } }),
  command('undo of a rename', 'history.undo', {}),
  command('removal of a collection', 'collections.remove', { collection: 'more' }),
  command('undo of a removal', 'history.undo', {}),
  command('generation of 1,000 records', 'records.generate', { collection: 'users', count: 1000, seed: 1, as: 'add' }),
  command('a collection of 100 paths', 'collections.create', { definition: shop(0, 100) }),
  command('a collection of 2,000 paths', 'collections.create', { definition: shop(1, 2000) }, 400),
  command(
    'a path of many parameters',
    'collections.create',
    {
      definition: { name: 'long', paths: [{ path: longPath, record: null }] },
    },
    400,
  ),
  { name: 'record at one of 100 paths', target: '/shop0/a/part99/7', status: 404 },
  { name: 'path that none of them matches', target: `/shop0${'/a'.repeat(7000)}`, status: 404 },
  { name: 'path of encoded slashes', target: `/shop0/${'%2F'.repeat(4000)}/part1/7`, status: 404 },
  {
    name: 'POST at one of 100 paths',
    method: 'POST',
    target: '/shop0/a/part1/7',
    headers: json,
    body: () => '{"id":7}',
    status: 405,
  },
  { name: 'the description of 100 paths', target: '/openapi.json', status: 200 },
  command('the dialect of JSON:API', 'settings.set', { settings: { dialect: 'json-api' } }),
  { name: 'list of everything as resources', target: '/api/users?page[size]=100000', status: 200 },
  command('the dialect of json-server', 'settings.set', { settings: { dialect: 'json-server-0.17' } }),
  { name: 'list with its parents', target: '/api/users?_expand=user', status: 200, times: 2 },
  { name: 'list with its children', target: '/api/users?_embed=users', status: 200, times: 2 },
  {
    name: 'one relation 500 times',
    target: `/api/users?${list(500, () => '_embed=users').join('&')}`,
    status: 200,
  },
  {
    name: 'nine relations',
    target: `/api/users?${list(9, (index) => `_embed=more${index}`).join('&')}`,
    status: 400,
    limit: /at most 8 relations/,
  },
  command('the default dialect', 'settings.set', { settings: { dialect: 'default' } }),
];
