/**
 * The ready-made scenarios of the sample workspace, each with its purpose. In the console, the digit keys activate the
 * first ones, after the default scenario of every workspace.
 */

/** @param {object} then @param {object} [when] */
const rule = (then, when = {}) => ({ when, then });

/** @param {number} status @param {string} title @param {string} detail @param {Record<string, string>} [headers] */
const problem = (status, title, detail, headers = {}) => ({
  kind: 'answer',
  status,
  headers: { 'Content-Type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title, status, detail },
});

/** @param {string} fault */
const fault = (fault) => ({ kind: 'fault', fault });

/** @param {string} quirk @param {object} [more] */
const quirk = (quirk, more) => ({ kind: 'quirk', quirk, ...more });

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'];
const user = '/users/{userId}';

export const sampleScenarios = [
  {
    name: 'User 42 found',
    description: 'User 42 is active, whatever the data say: GET /users/42 answers 200.',
    rules: [rule({ kind: 'user-status', userId: '42', status: 'active' })],
  },
  {
    name: 'User 42 not found',
    description: 'User 42 is inactive, whatever the data say: GET /users/42 answers 404 with the status "inactive".',
    rules: [rule({ kind: 'user-status', userId: '42', status: 'inactive' })],
  },
  {
    name: 'Slow backend',
    description:
      'Every response takes two seconds longer: does the client show that it waits, or does it give up too early?',
    rules: [rule({ kind: 'delay', milliseconds: 2000 })],
  },
  {
    name: 'Flaky backend',
    description: 'One response in four is a 503, chosen with a seed: does the client retry, and does it stop retrying?',
    seed: 42,
    rules: [
      rule(problem(503, 'Service Unavailable', 'This time it did not work.', { 'Retry-After': '1' }), {
        occurrence: { kind: 'percent', count: 25 },
      }),
    ],
  },
  {
    name: 'Service unavailable',
    description: 'The user service answers 503, everything else works: does the client keep the rest usable?',
    rules: [
      rule(problem(503, 'Service Unavailable', 'The user service cannot be reached.', { 'Retry-After': '5' }), {
        path: '/users/**',
      }),
    ],
  },
  {
    name: 'Rate limit',
    description: 'Three reads of users in ten seconds, then 429: does the client wait as long as Retry-After says?',
    rules: [rule({ kind: 'rate-limit', requests: 3, seconds: 10 }, { method: 'GET', path: user })],
  },
  {
    name: 'Someone else edits',
    description:
      'The first write to each record comes too late, because somebody changed it: does the client read again on 412?',
    rules: [rule({ kind: 'ghost-write' }, { path: '/api/**', occurrence: { kind: 'first', count: 1, per: 'record' } })],
  },
  {
    name: 'Saved, then cut off',
    description:
      'A write is carried out, then the connection is reset: does the client find out before it sends it again?',
    rules: writes.map((method) => rule(fault('commit-then-reset'), { method, path: '/api/**' })),
  },
  {
    name: 'Connection reset',
    description: 'Every other request ends in a TCP reset: is that a sentence for the user, or a crash?',
    rules: [rule(fault('reset'), { occurrence: { kind: 'every', count: 2 } })],
  },
  {
    name: 'Empty response',
    description: 'The connection closes without a byte: does the client tell that from an empty list?',
    rules: [rule(fault('empty'))],
  },
  {
    name: 'No response at all',
    description: 'The user service takes requests and stays silent: does the client have a timeout of its own?',
    rules: [rule(fault('hang'), { path: '/users/**' })],
  },
  {
    name: 'Body cut short',
    description: 'Lists end in the middle: does the client notice, or does it show half of the records?',
    rules: [rule(fault('cut'), { method: 'GET', path: '/api/{collection}' })],
  },
  {
    name: 'Not HTTP',
    description:
      'The response is not HTTP, as from a wrong port or a captive portal: does the client show a readable error?',
    rules: [rule(fault('malformed'))],
  },
  {
    name: 'Slow line',
    description: 'Two thousand bytes a second and an uneven start: do long lists show progress?',
    seed: 42,
    rules: [
      rule({ kind: 'delay', milliseconds: 200, spread: { kind: 'log-normal', sigma: 0.5 } }),
      rule({ kind: 'throttle', bytesPerSecond: 2000 }),
    ],
  },
  {
    name: 'Maintenance window',
    description: 'Every request gets 503 with Retry-After: does the client wait as long as it is told?',
    rules: [
      rule(
        problem(503, 'Service Unavailable', 'The service is down for maintenance and will be back in two minutes.', {
          'Retry-After': '120',
        }),
      ),
    ],
  },
  {
    name: 'Writes fail',
    description: 'Reading works, every PATCH, PUT, POST and DELETE gets 500: does the client keep what was typed?',
    rules: writes.map((method) =>
      rule(problem(500, 'Internal Server Error', 'The change could not be stored.'), { method, path: '/api/**' }),
    ),
  },
  {
    name: 'Weak entity tags',
    description: 'Tags are weak, as behind a proxy that compresses: If-Match never holds. Does the client tell why?',
    rules: [rule(quirk('weak-tags'), { path: '/api/**' })],
  },
  {
    name: 'Cursors expire',
    description: 'Every cursor gets 410: does the client start its crawl again?',
    rules: [rule(quirk('cursor-expired'))],
  },
  {
    name: 'Careless lists',
    description:
      'The total is one too high, ties have no order, and pages have at most ten records: does a crawl end, and is it complete?',
    rules: [
      rule(quirk('total-off-by-one')),
      rule(quirk('no-tie-break')),
      rule(quirk('page-size-capped', { size: 10 })),
    ],
  },
  {
    name: 'Other conventions',
    description:
      'Pages count from 0, since_id gives the newest first, user ids are numbers: what does the client take for granted?',
    rules: [rule(quirk('pages-from-zero')), rule(quirk('since-id-newest-first')), rule(quirk('numeric-user-id'))],
  },
];
