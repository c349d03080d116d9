/** The compared mock servers: how to start each with the same users, and how to request the same things. */
import { join } from 'node:path';
import { workspaceText } from '../data.mjs';
import { installed } from './install.mjs';

/** @typedef {{ id: string, name: string, status: string, age: number }} User */

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {import('./install.mjs').Package | null} package Its package; null for the program itself.
 * @property {(users: readonly User[]) => string} file The text of a data file with these users.
 * @property {(file: string, port: number) => readonly string[]} command Arguments for Node.
 * @property {(id: string) => string} record The path of a user.
 * @property {(offset: number) => string} list The path of a page of 20 active users, sorted by name in descending order.
 * @property {(body: any) => readonly User[]} items The users in a page's body.
 */

const root = join(import.meta.dirname, '../../..');
const limit = 20;

/** @type {Pick<Contender, 'file' | 'record' | 'items'>} */
const likeJsonServer = {
  file: (users) => JSON.stringify({ users }),
  record: (id) => `/users/${id}`,
  items: (body) => body,
};
const sliceOfUsers = (/** @type {number} */ offset) =>
  `/users?status=active&_sort=name&_order=desc&_start=${offset}&_limit=${limit}`;

const packages = {
  jsonServer1: { name: 'json-server', version: '1.0.0-beta.15' },
  jsonServer0: { name: 'json-server', version: '0.17.4' },
  mockoon: { name: '@mockoon/cli', version: '9.9.0' },
  mockServer: { name: '@r35007/mock-server', version: '19.1.0' },
};

/** @type {readonly Contender[]} */
export const contenders = [
  {
    name: 'Mock API Console',
    package: null,
    file: (users) => workspaceText('id', users),
    command: (file, port) => [
      join(root, 'dist/serve.cjs'),
      ...['--workspace', file, '--port', `${port}`, '--console-port', '0', '--quiet'],
    ],
    record: (id) => `/api/users/${id}`,
    list: (offset) => `/api/users?status=active&sort=-name&limit=${limit}&offset=${offset}`,
    items: ({ items }) => items,
  },
  {
    ...likeJsonServer,
    name: 'json-server 1 (beta)',
    package: packages.jsonServer1,
    command: (file, port) => [installed(packages.jsonServer1, 'lib/bin.js'), file, '--port', `${port}`],
    list: (offset) => `/users?status=active&_sort=-name&_page=${offset / limit + 1}&_per_page=${limit}`,
    items: ({ data }) => data,
  },
  {
    ...likeJsonServer,
    name: 'json-server 0.17',
    package: packages.jsonServer0,
    command: (file, port) => [installed(packages.jsonServer0, 'lib/cli/bin.js'), file, '--port', `${port}`, '--quiet'],
    list: sliceOfUsers,
  },
  {
    ...likeJsonServer,
    name: 'Mockoon CLI',
    package: packages.mockoon,
    file: (users) => JSON.stringify(mockoonEnvironment(users)),
    command: (file, port) => [
      installed(packages.mockoon, 'bin/run.js'),
      ...['start', '--data', file, '--port', `${port}`, '--disable-log-to-file'],
    ],
    list: (offset) => `/users?status_eq=active&sort=name&order=desc&page=${offset / limit + 1}&limit=${limit}`,
  },
  {
    ...likeJsonServer,
    name: '@r35007/mock-server',
    package: packages.mockServer,
    command: (file, port) => [installed(packages.mockServer, 'dist/cli/index.js'), file, '--port', `${port}`],
    list: sliceOfUsers,
  },
];

/**
 * A Mockoon environment with one CRUD route over the users.
 * @param {readonly User[]} users
 */
function mockoonEnvironment(users) {
  const [environment, route, bucket, response] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  return {
    uuid: environment,
    lastMigration: 33,
    name: 'Bench',
    hostname: '127.0.0.1',
    rootChildren: [{ type: 'route', uuid: route }],
    data: [{ uuid: bucket, id: 'user', name: 'users', value: JSON.stringify(users) }],
    routes: [
      {
        uuid: route,
        type: 'crud',
        endpoint: 'users',
        responses: [
          {
            uuid: response,
            default: true,
            bodyType: 'DATABUCKET',
            databucketID: 'user',
            disableTemplating: true,
            crudKey: 'id',
          },
        ],
      },
    ],
  };
}
