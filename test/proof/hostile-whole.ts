import { type Attack, json, list } from './hostile-attack.ts';

const logged = (index: number) => ({
  op: 'add',
  path: `/secret${index % 7}/password`,
  value: `token "${index}"`.repeat(40),
});

/** Commands that read or write a whole workspace, or the whole log, while the program serves others. */
export const whole: readonly Attack[] = [
  { name: 'console: export of the workspace', target: 'workspace.export', status: 200 },
  { name: 'console: the backups', target: 'workspace.backups', status: 200 },
  { name: 'console: reload of the file', target: 'workspace.reload', status: 200 },
  {
    name: 'console: change of every record',
    target: 'records.change',
    body: () =>
      JSON.stringify({ collection: 'users', of: {}, change: { kind: 'set', path: ['note'], value: 'x' }, as: 'all' }),
    status: 200,
  },
  { name: 'console: reload after a change of every record', target: 'workspace.reload', status: 200 },
  { name: 'console: the backups after a change', target: 'workspace.backups', status: 200 },
  {
    name: 'JSON Patch of 60 KB that fails',
    method: 'PATCH',
    target: '/api/users/9',
    headers: { 'content-type': 'application/json-patch+json' },
    body: () => JSON.stringify(list(100, logged)),
    status: 422,
    times: 300,
  },
  ...(['har', 'json', 'csv'] as const).map((format) => ({
    name: `console: export of the log as ${format}`,
    target: 'requests.export',
    body: () => JSON.stringify({ format }),
    status: 200,
  })),
  {
    name: 'console: search of the log',
    target: 'requests.list',
    body: () => JSON.stringify({ limit: 500, query: 'zzz' }),
    status: 200,
  },
  { name: 'console: audit of the log', target: 'audit.run', body: () => '{}', status: 200 },
  {
    name: 'console: audit report of the log',
    target: 'audit.report',
    body: () => '{"format":"html"}',
    status: 200,
  },
  {
    name: 'console: restore of a backup',
    target: 'workspace.restoreBackup',
    body: () => '{"backup":"workspace.json.backup"}',
    status: 200,
  },
  {
    name: 'console: a schema of 900 members',
    target: 'collections.create',
    body: () =>
      JSON.stringify({
        definition: {
          name: 'wide',
          key: 'id',
          schema: {
            type: 'object',
            properties: Object.fromEntries(list(900, (index) => [`m${index}`, { type: 'string', maxLength: 9 }])),
          },
        },
      }),
    status: 200,
  },
  ...[95, 900].map((members) => ({
    name: `console: ${members} members with unevaluatedProperties`,
    target: 'collections.create',
    body: () =>
      JSON.stringify({
        definition: {
          name: `evaluated${members}`,
          key: 'id',
          schema: {
            properties: Object.fromEntries(list(members, (index) => [`m${index}`, { type: 'string', maxLength: 9 }])),
            unevaluatedProperties: false,
          },
        },
      }),
    status: members === 900 ? 400 : 200,
    ...(members === 900 && { limit: /at most 300 values/ }),
  })),
  {
    name: 'POST under that schema',
    method: 'POST',
    target: '/api/wide',
    headers: json,
    body: () => '{"m1":1}',
    status: 422,
  },
];
