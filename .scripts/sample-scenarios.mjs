/** The ready-made scenarios of the sample workspace, each with a sentence that says what it is for. */

/** @param {string} title @param {number} status @param {string} detail */
const problem = (title, status, detail) => ({
  headers: { 'Content-Type': 'application/problem+json' },
  body: { type: 'about:blank', title, status, detail },
});

/** @param {number} seconds @param {string} detail */
const unavailable = (seconds, detail) => {
  const { headers, body } = problem('Service Unavailable', 503, detail);
  return { kind: 'answer', status: 503, headers: { ...headers, 'Retry-After': String(seconds) }, body };
};

export const sampleScenarios = [
  {
    name: 'Active user found',
    description: 'User 42 is active, whatever the data say: GET /users/42 answers 200.',
    rules: [{ when: {}, then: { kind: 'user-status', userId: '42', status: 'active' } }],
  },
  {
    name: 'User not found (inactive)',
    description: 'User 42 is inactive, whatever the data say: GET /users/42 answers 404 with the status "inactive".',
    rules: [{ when: {}, then: { kind: 'user-status', userId: '42', status: 'inactive' } }],
  },
  {
    name: 'Slow backend',
    description:
      'Every answer takes two seconds longer: does the client show that it waits, and does it give up too early?',
    rules: [{ when: {}, then: { kind: 'delay', milliseconds: 2000 } }],
  },
  {
    name: 'Service unavailable',
    description: 'The user service answers 503, everything else works: does the client keep the rest usable?',
    rules: [{ when: { path: '/users/**' }, then: unavailable(5, 'The user service cannot be reached.') }],
  },
  {
    name: 'Maintenance window',
    description: 'Every request gets 503 with Retry-After: does the client wait as long as it is told?',
    rules: [
      { when: {}, then: unavailable(120, 'The service is down for maintenance and will be back in two minutes.') },
    ],
  },
  {
    name: 'Too many requests',
    description: 'Reading users gets 429 with Retry-After: does the client slow down instead of asking again at once?',
    rules: [
      {
        when: { method: 'GET', path: '/users/{userId}' },
        then: tooMany(),
      },
    ],
  },
  {
    name: 'Writes fail',
    description: 'Reading works, every PATCH, PUT, POST and DELETE gets 500: does the client keep what was typed?',
    rules: ['PATCH', 'PUT', 'POST', 'DELETE'].map((method) => ({ when: { method, path: '/api/**' }, then: broken() })),
  },
];

function tooMany() {
  const { headers, body } = problem('Too Many Requests', 429, 'The limit of requests is used up.');
  return { kind: 'answer', status: 429, headers: { ...headers, 'Retry-After': '3' }, body };
}

function broken() {
  return { kind: 'answer', status: 500, ...problem('Internal Server Error', 500, 'The change could not be stored.') };
}
