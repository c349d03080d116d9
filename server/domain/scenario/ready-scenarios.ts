import { fillPath } from '../request/paths.ts';
import type { PlainQuirk, Rule, RuleCondition, RuleEffect, RuleFault, Scenario } from './scenario.ts';
import { preferredUser, type ScenarioSubject, type ScenarioUser, usersName, usualSubject } from './scenario-subject.ts';

/** A ready-made scenario as a workspace can have it. */
export interface ReadyScenario {
  readonly scenario: Scenario;
  /** How it differs from the usual one, as a sentence; null if it does not. */
  readonly note: string | null;
  /** Why it would do nothing in the workspace, as a sentence; null if it has an effect. */
  readonly unfit: string | null;
}

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The ready-made scenarios, each with its purpose, about the users and collections of a workspace. In the sample, which has
 * the usual ones, the digit keys activate the first ones after the default scenario.
 */
export function readyScenarios(subject: ScenarioSubject): readonly ReadyScenario[] {
  return [...aboutUsers(subject), ...aboutTheService(subject), ...aboutRecords(subject), ...quirks(subject)];
}

/** The ready-made scenarios of the sample workspace. */
export function usualScenarios(): readonly Scenario[] {
  return readyScenarios(usualSubject).map(({ scenario }) => scenario);
}

function aboutUsers({ user }: ScenarioSubject): readonly ReadyScenario[] {
  if (typeof user !== 'string' && !user.isService) return aboutPlainUsers(user);
  const id = typeof user === 'string' ? preferredUser : user.id;
  const unfit = typeof user === 'string' ? user : null;
  const note = id === preferredUser ? null : `About user ${id}, because there is no user ${preferredUser}.`;
  const notFound = {
    kind: 'answer',
    status: 404,
    // In the words of the service about a user that it does not have.
    body: { message: 'User {userId} was not found.', status: 'inactive' },
    substitute: true,
  } as const;
  const noRecord = problem(404, 'Not Found', 'The user was not found.');
  return [
    ready(
      `User ${id} found`,
      `User ${id} is active, whatever the data say: GET /users/${id} responds with 200.`,
      [rule({ kind: 'user-status', userId: id, status: 'active' })],
      { unfit, note },
    ),
    ready(
      `User ${id} not found`,
      `User ${id} is unknown, whatever the data say: GET /users/${id} and /api/users/${id} respond with 404.`,
      [
        rule(notFound, { method: 'GET', path: '/users/{userId}', id }),
        rule(noRecord, { method: 'GET', path: '/api/users/{id}', id }),
      ],
      { unfit, note },
    ),
    ready(
      'No user is found',
      'Every user is unknown, whatever the data say: each GET of a user responds with 404. Lists still show the users.',
      [
        rule(notFound, { method: 'GET', path: '/users/{userId}' }),
        rule(noRecord, { method: 'GET', path: '/api/users/{id}' }),
      ],
      { unfit },
    ),
  ];
}

/** The scenarios where the collection serves users like other records: the mock refuses none for its status. */
function aboutPlainUsers({ id, path }: ScenarioUser): readonly ReadyScenario[] {
  const one = fillPath(path, id);
  const note = id === preferredUser ? null : `About user ${id}, because there is no user ${preferredUser}.`;
  const notFound = problem(404, 'Not Found', 'The user was not found.');
  return [
    ready(`User ${id} found`, `User ${id} is active, whatever the data say: GET ${one} responds with 200.`, [], {
      unfit: `GET ${one} reads the record whatever its status, as the User Information Service does not serve it.`,
    }),
    ready(
      `User ${id} not found`,
      `User ${id} is unknown, whatever the data say: GET ${one} responds with 404.`,
      [rule(notFound, { method: 'GET', path, id })],
      { note },
    ),
    ready(
      'No user is found',
      'Every user is unknown, whatever the data say: each GET of a user responds with 404. Lists still show the users.',
      [rule(notFound, { method: 'GET', path })],
    ),
  ];
}

function aboutTheService({ service, lists, records }: ScenarioSubject): readonly ReadyScenario[] {
  const { name, one, all } = service ?? usualSubject.service;
  const isUsual = name === usersName;
  const unfit = service ? null : 'The workspace has no collection.';
  const about = { unfit, note: isUsual ? null : `About ${name}, because the workspace has no collection "users".` };
  const theService = isUsual ? 'The user service' : `The service of ${name}`;
  return [
    ready(
      'Slow backend',
      'Every response takes two seconds longer: does the client show that it waits, or does it give up too early?',
      [rule({ kind: 'delay', milliseconds: 2000 })],
    ),
    ready(
      'Flaky backend',
      'One response in four is a 503, chosen with a seed: does the client retry, and does it stop retrying?',
      [
        rule(problem(503, 'Service Unavailable', 'This time it did not work.', { 'Retry-After': '1' }), {
          occurrence: { kind: 'percent', count: 25 },
        }),
      ],
      { seed: 42 },
    ),
    ready(
      'Service unavailable',
      `${theService} responds with 503, everything else works: does the client keep the rest usable?`,
      [
        rule(problem(503, 'Service Unavailable', `${theService} cannot be reached.`, { 'Retry-After': '5' }), {
          path: all,
        }),
      ],
      about,
    ),
    ready(
      'Rate limit',
      `Three reads of ${name} in ten seconds, then 429: does the client wait as long as Retry-After says?`,
      [rule({ kind: 'rate-limit', requests: 3, seconds: 10 }, { method: 'GET', path: one })],
      about,
    ),
    ready(
      'Someone else edits',
      'The first write to each record comes too late, because somebody changed it: does the client read again on 412?',
      [rule({ kind: 'ghost-write' }, { ...records, occurrence: { kind: 'first', count: 1, per: 'record' } })],
      { unfit },
    ),
    ready(
      'Saved, then cut off',
      'A write is carried out, then the connection is reset: does the client find out before it sends it again?',
      writes.map((method) => rule(fault('commit-then-reset'), { method, ...records })),
      { unfit },
    ),
    ready('Connection reset', 'Every other request ends in a TCP reset: is that a sentence for the user, or a crash?', [
      rule(fault('reset'), { occurrence: { kind: 'every', count: 2 } }),
    ]),
    ready('Empty response', 'The connection closes without a byte: does the client tell that from an empty list?', [
      rule(fault('empty')),
    ]),
    ready(
      'No response at all',
      `${theService} takes requests and stays silent: does the client have a timeout of its own?`,
      [rule(fault('hang'), { path: all })],
      about,
    ),
    ready(
      'Body cut short',
      'Lists end in the middle: does the client notice, or does it show half of the records?',
      lists.map((path) => rule(fault('cut'), { method: 'GET', path })),
      { unfit },
    ),
    ready(
      'Not HTTP',
      'The response is not HTTP, as from a wrong port or a captive portal: does the client show a readable error?',
      [rule(fault('malformed'))],
    ),
  ];
}

function aboutRecords({ service, records }: ScenarioSubject): readonly ReadyScenario[] {
  const unfit = service ? null : 'The workspace has no collection.';
  return [
    ready(
      'Slow line',
      'Two thousand bytes a second and an uneven start: do long lists show progress?',
      [
        rule({ kind: 'delay', milliseconds: 200, spread: { kind: 'log-normal', sigma: 0.5 } }),
        rule({ kind: 'throttle', bytesPerSecond: 2000 }),
      ],
      { seed: 42 },
    ),
    ready(
      'Maintenance window',
      'Every request gets 503 with Retry-After: does the client wait as long as it is told?',
      [
        rule(
          problem(503, 'Service Unavailable', 'The service is down for maintenance and will be back in two minutes.', {
            'Retry-After': '120',
          }),
        ),
      ],
    ),
    ready(
      'Writes fail',
      'Reading works, every PATCH, PUT, POST and DELETE gets 500: does the client keep what was typed?',
      writes.map((method) =>
        rule(problem(500, 'Internal Server Error', 'The change could not be stored.'), { method, ...records }),
      ),
      { unfit },
    ),
    ready(
      'Weak entity tags',
      'Tags are weak, as behind a proxy that compresses: If-Match never holds. Does the client tell why?',
      [rule(quirk('weak-tags'), records)],
      { unfit },
    ),
  ];
}

function quirks({ user, service }: ScenarioSubject): readonly ReadyScenario[] {
  const hasService = typeof user !== 'string' && user.isService;
  const unfit = service ? null : 'The workspace has no collection.';
  const asNumber = 'user ids are numbers';
  return [
    ready(
      'Cursors expire',
      'Every cursor gets 410: does the client start its crawl again?',
      [rule(quirk('cursor-expired'))],
      {
        unfit,
      },
    ),
    ready(
      'Careless lists',
      'The total is one too high, ties have no order, and pages have at most ten records: does a crawl end, and is it complete?',
      [
        rule(quirk('total-off-by-one')),
        rule(quirk('no-tie-break')),
        rule({ kind: 'quirk', quirk: 'page-size-capped', size: 10 }),
      ],
      { unfit },
    ),
    ready(
      'Other conventions',
      hasService
        ? `Pages count from 0, since_id gives the newest first, ${asNumber}: what does the client take for granted?`
        : 'Pages count from 0, and since_id gives the newest first: what does the client take for granted?',
      [
        rule(quirk('pages-from-zero')),
        rule(quirk('since-id-newest-first')),
        ...(hasService ? [rule(quirk('numeric-user-id'))] : []),
      ],
      {
        unfit,
        note: hasService
          ? null
          : `Without the rule that ${asNumber}, which concerns the User Information Service alone.`,
      },
    ),
  ];
}

function ready(
  name: string,
  description: string,
  rules: readonly Rule[],
  { seed, note = null, unfit = null }: Partial<Pick<ReadyScenario, 'note' | 'unfit'> & Pick<Scenario, 'seed'>> = {},
): ReadyScenario {
  return { scenario: { name, description, ...(seed !== undefined && { seed }), rules }, note, unfit };
}

function rule(then: RuleEffect, when: RuleCondition = {}): Rule {
  return { when, then };
}

function problem(
  status: number,
  title: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): RuleEffect {
  return {
    kind: 'answer',
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
    body: { type: 'about:blank', title, status, detail },
  };
}

function fault(fault: RuleFault): RuleEffect {
  return { kind: 'fault', fault };
}

function quirk(quirk: PlainQuirk): RuleEffect {
  return { kind: 'quirk', quirk };
}
