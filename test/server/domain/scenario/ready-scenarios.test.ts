import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readyScenarios, usualScenarios } from '../../../../server/domain/scenario/ready-scenarios.ts';
import { type ScenarioSubject, usualSubject } from '../../../../server/domain/scenario/scenario-subject.ts';

const usual = readyScenarios(usualSubject);

/** The scenarios of a subject that are not the usual ones, by name. */
function unusual(subject: ScenarioSubject) {
  const known = new Set(usual.map((ready) => JSON.stringify(ready)));
  const other = readyScenarios(subject).filter((ready) => !known.has(JSON.stringify(ready)));
  return new Map(other.map((ready) => [ready.scenario.name, ready]));
}

/** What the rules of a subject's scenario apply to. */
function conditionsOf(subject: ScenarioSubject, name: string) {
  return readyScenarios(subject)
    .filter(({ scenario }) => scenario.name === name)
    .flatMap(({ scenario }) => scenario.rules.map(({ when }) => when));
}

const noCollection = 'The workspace has no collection.';
const orders: ScenarioSubject = {
  user: 'The workspace has no collection "users".',
  service: { name: 'orders', one: '/shop/orders/{id}', all: '/shop/orders/**' },
  lists: ['/api/{collection}', '/shop/orders'],
  records: {},
};

test('the usual scenarios are those of the sample', async () => {
  const text = await readFile(new URL('../../../../assets/sample.workspace.json', import.meta.url), 'utf8');
  expect(usualScenarios()).toStrictEqual(JSON.parse(text).scenarios);
  expect(usual.filter(({ note, unfit }) => note !== null || unfit !== null)).toEqual([]);
});

test('a user other than 42 takes its place, and a note says so', () => {
  const other = unusual({ ...usualSubject, user: { ...usualSubject.user, id: 'u-9' } });
  const note = 'About user u-9, because there is no user 42.';
  const [found, missing] = ['User u-9 found', 'User u-9 not found'];
  expect([...other.keys()]).toEqual([found, missing]);
  expect(other.get(found)).toEqual({
    scenario: {
      name: found,
      description: 'User u-9 is active, whatever the data say: GET /users/u-9 responds with 200.',
      rules: [{ when: {}, then: { kind: 'user-status', userId: 'u-9', status: 'active' } }],
    },
    note,
    unfit: null,
  });
  expect(other.get(missing)).toMatchObject({
    scenario: {
      description: 'User u-9 is unknown, whatever the data say: GET /users/u-9 and /api/users/u-9 respond with 404.',
      rules: [{ when: { id: 'u-9' } }, { when: { id: 'u-9' } }],
    },
    note,
    unfit: null,
  });
});

test('a user who is a record of a collection can be unknown, but its status has no effect', () => {
  const user = { id: '42', path: '/people/{id}', isService: false };
  const answer = {
    kind: 'answer',
    status: 404,
    headers: { 'Content-Type': 'application/problem+json' },
    body: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'The user was not found.' },
  };
  expect([...unusual({ ...usualSubject, user }).values()]).toEqual([
    {
      scenario: {
        name: 'User 42 found',
        description: 'User 42 is active, whatever the data say: GET /people/42 responds with 200.',
        rules: [],
      },
      note: null,
      unfit: 'GET /people/42 reads the record whatever its status, as the User Information Service does not serve it.',
    },
    {
      scenario: {
        name: 'User 42 not found',
        description: 'User 42 is unknown, whatever the data say: GET /people/42 responds with 404.',
        rules: [{ when: { method: 'GET', path: '/people/{id}', id: '42' }, then: answer }],
      },
      note: null,
      unfit: null,
    },
    {
      scenario: {
        name: 'No user is found',
        description:
          'Every user is unknown, whatever the data say: each GET of a user responds with 404. Lists still show the users.',
        rules: [{ when: { method: 'GET', path: '/people/{id}' }, then: answer }],
      },
      note: null,
      unfit: null,
    },
    {
      scenario: {
        name: 'Other conventions',
        description: 'Pages count from 0, and since_id gives the newest first: what does the client take for granted?',
        rules: ['pages-from-zero', 'since-id-newest-first'].map((quirk) => ({
          when: {},
          then: { kind: 'quirk', quirk },
        })),
      },
      note: 'Without the rule that user ids are numbers, which concerns the User Information Service alone.',
      unfit: null,
    },
  ]);
  expect(unusual({ ...usualSubject, user: { ...user, id: '7' } }).get('User 7 not found')?.note).toBe(
    'About user 7, because there is no user 42.',
  );
});

test('without users, the scenarios of the service are about another collection', () => {
  const other = unusual(orders);
  const named = [...other].map(([name, { note, unfit }]) => [name, note ?? unfit]);
  const about = 'About orders, because the workspace has no collection "users".';
  expect(named).toEqual([
    ['User 42 found', orders.user],
    ['User 42 not found', orders.user],
    ['No user is found', orders.user],
    ['Service unavailable', about],
    ['Rate limit', about],
    ['Someone else edits', null],
    ['Saved, then cut off', null],
    ['No response at all', about],
    ['Body cut short', null],
    ['Writes fail', null],
    ['Weak entity tags', null],
    ['Other conventions', expect.stringContaining('Without the rule')],
  ]);
  const described = ['Service unavailable', 'Rate limit', 'No response at all'];
  expect(described.map((name) => other.get(name)?.scenario.description.split(/[,:]/)[0])).toEqual([
    'The service of orders responds with 503',
    'Three reads of orders in ten seconds',
    'The service of orders takes requests and stays silent',
  ]);
  expect(other.get('Service unavailable')?.scenario.rules[0]?.then).toMatchObject({
    body: { detail: 'The service of orders cannot be reached.' },
  });
});

test('rules apply to the paths that the workspace serves', () => {
  const writes = ['POST', 'PUT', 'PATCH', 'DELETE'];
  expect(conditionsOf(orders, 'Service unavailable')).toEqual([{ path: '/shop/orders/**' }]);
  expect(conditionsOf(orders, 'Rate limit')).toEqual([{ method: 'GET', path: '/shop/orders/{id}' }]);
  expect(conditionsOf(orders, 'No response at all')).toEqual([{ path: '/shop/orders/**' }]);
  expect(conditionsOf(orders, 'Body cut short')).toEqual(orders.lists.map((path) => ({ method: 'GET', path })));
  expect(conditionsOf(orders, 'Writes fail')).toEqual(writes.map((method) => ({ method })));
  expect(conditionsOf(usualSubject, 'Writes fail')).toEqual(writes.map((method) => ({ method, path: '/api/**' })));
  expect(conditionsOf(orders, 'Weak entity tags')).toEqual([{}]);
});

test('without a collection, only the scenarios that concern every request have an effect', () => {
  const offered = readyScenarios({ ...orders, service: null });
  const unfit = offered.filter((ready) => ready.unfit === noCollection).map(({ scenario }) => scenario.name);
  expect(unfit).toEqual([
    'Service unavailable',
    'Rate limit',
    'Someone else edits',
    'Saved, then cut off',
    'No response at all',
    'Body cut short',
    'Writes fail',
    'Weak entity tags',
    'Cursors expire',
    'Careless lists',
    'Other conventions',
  ]);
  expect(offered.filter((ready) => ready.unfit === null).map(({ scenario }) => scenario.name)).toEqual([
    'Slow backend',
    'Flaky backend',
    'Connection reset',
    'Empty response',
    'Not HTTP',
    'Slow line',
    'Maintenance window',
  ]);
});
