/** Twenty mistakes of suites that the compiler must refuse, each before a twin that it must accept. */
import {
  connect,
  type DeclaredScenario,
  type LoggedRequest,
  MockConsoleError,
  type RequestMatch,
  rule,
  type ServeOptions,
} from 'mock-api-console/client';

const client = connect({ console: 'http://127.0.0.1:4011', token: 'secret' });
const session = client.session('one');

export const rules = [
  // @ts-expect-error 1: there is no such fault
  rule.get('/users/42').faults('rst'),
  rule.get('/users/42').faults('reset'),
  // @ts-expect-error 2: a status is a number
  rule.get('/users/42').answers('503').once(),
  rule.get('/users/42').answers(503).once(),
  // @ts-expect-error 3: there is no such method
  rule.fetch('/users/42').answers(503),
  rule.delete('/users/42').answers(503),
  // @ts-expect-error 4: a misspelt member of a response
  rule.get('/users/42').answers(503, { header: { 'Retry-After': '1' } }),
  rule.get('/users/42').answers(503, { headers: { 'Retry-After': '1' } }),
  // @ts-expect-error 5: a misspelt member of a condition
  rule.get('/users/42').when({ header: { Accept: null } }),
  rule.get('/users/42').when({ headers: { Accept: null } }),
];

const slow = { kind: 'delay', milliseconds: 1 } as const;

export const scenarios: readonly DeclaredScenario[] = [
  // @ts-expect-error 7: there is no such kind of effect
  { name: 'A', rules: [{ then: { kind: 'respond', status: 503 } }] },
  { name: 'A', rules: [{ then: { kind: 'answer', status: 503 } }] },
  // @ts-expect-error 8: a misspelt member of an effect
  { name: 'B', rules: [{ then: { kind: 'delay', millisecond: 10 } }] },
  { name: 'B', rules: [{ then: { kind: 'delay', milliseconds: 10 } }] },
  // @ts-expect-error 9: a misspelt member of a rule
  { name: 'C', rules: [{ if: { method: 'GET' }, then: { kind: 'fault', fault: 'cut' } }] },
  { name: 'C', rules: [{ when: { method: 'GET' }, then: { kind: 'fault', fault: 'cut' } }] },
  // @ts-expect-error 10: there is no such occurrence
  { name: 'D', rules: [{ when: { occurrence: { kind: 'last', count: 1 } }, then: slow }] },
  { name: 'D', rules: [{ when: { occurrence: { kind: 'first', count: 1 } }, then: slow }] },
  // @ts-expect-error 11: only the quirk of page sizes has a size
  { name: 'E', rules: [{ then: { kind: 'quirk', quirk: 'weak-tags', size: 5 } }] },
  { name: 'E', rules: [{ then: { kind: 'quirk', quirk: 'page-size-capped', size: 5 } }] },
];

export const matches: readonly RequestMatch[] = [
  // @ts-expect-error 13: a misspelt member of a pattern
  { methd: 'GET' },
  { method: 'GET' },
];

export const options: readonly ServeOptions[] = [
  // @ts-expect-error 14: a misspelt option
  { workspaces: 'mock.json' },
  { workspace: 'mock.json' },
];

interface User {
  readonly userId: string;
  readonly status: 'active' | 'inactive';
}
const userSchema = {
  type: 'object',
  properties: { userId: { type: 'string' }, age: { type: ['integer', 'null'] }, tags: { items: { enum: ['a', 'b'] } } },
  required: ['userId'],
} as const;

export async function suite(): Promise<void> {
  const users = session.records<User>('users');
  // @ts-expect-error 6: the type of the records has no such status
  await users.patch('42', { status: 'gone' });
  await users.patch('42', { status: 'inactive' });
  const described = session.records('users', userSchema);
  // @ts-expect-error 12: the schema says otherwise
  await described.put({ userId: '42', age: 'old' });
  await described.put({ userId: '42', age: 36 });
  // @ts-expect-error 15: there is no such command
  await client.call('users.setState', { userId: '42', status: 'inactive' });
  await client.call('users.setStatus', { userId: '42', status: 'inactive' });
  // @ts-expect-error 16: there is no such status
  await client.call('users.setStatus', { userId: '42', status: 'gone' });
  // @ts-expect-error 17: a count has one bound, of a known name
  await session.expect({ path: '/users/42', count: { exact: 1 } });
  await session.expect({ path: '/users/42', count: { exactly: 1 } });
  // @ts-expect-error 18: time is in milliseconds, as a number
  await session.verify({ timeout: '2s' });
  await session.verify({ timeout: 2000 });
  const found: LoggedRequest = await session.waitForRequest({ method: 'PATCH' }, { timeout: 2000 });
  // @ts-expect-error 19: a logged request has no such member
  found.url.trim();
  found.path.trim();
}

export function isMissing(error: unknown): boolean {
  if (!(error instanceof MockConsoleError)) return false;
  // @ts-expect-error 20: there is no such code
  if (error.code === 'no-scenario') return true;
  return error.code === 'unknown-scenario';
}
