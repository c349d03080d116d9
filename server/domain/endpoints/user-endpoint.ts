import { type Json, member } from '../json/json.ts';
import { valueName } from '../json/wording.ts';
import { fillPath, methodsOf, paths } from '../request/paths.ts';
import type { Exchange, Headers } from '../response/exchange.ts';
import type { Verdict } from '../response/lazy-explanation.ts';
import type { MockResponse } from '../response/mock-response.ts';
import { defineEndpoint, respondToMethod } from './endpoint.ts';

const isActive: Verdict = ({ route }) => `User ${route.id} is active.`;
const isUnknown: Verdict = ({ route }) => `There is no user ${route.id}.`;

/**
 * `GET /users/{userId}`, the User Information Service: exactly `userId`, `name` and `status` for an active user, else 404
 * with exactly `message` and `status`.
 */
export const userEndpoint = defineEndpoint(paths.user, {
  hasOwnForms: true,
  target: (id) => ({ collection: 'users', id }),
  respond: (exchange, userId) =>
    respondToMethod(exchange, methodsOf.user, () => writablePaths(exchange, userId)) ?? readUser(exchange, userId),
  adapt: asInactiveUser,
});

/** This service only reads; the collection takes writes. */
function writablePaths({ context }: Exchange, userId: string) {
  if (!context.collections.get('users')) return [];
  return [
    { path: fillPath(paths.record, 'users', userId), methods: methodsOf.record },
    { path: fillPath(paths.list, 'users'), methods: methodsOf.list },
  ];
}

function readUser(exchange: Exchange, userId: string): MockResponse {
  const users = exchange.context.collections.get('users');
  const stored = users?.get(userId);
  if (!users || !stored) {
    const unknown = inactive(exchange, `User ${userId} was not found.`, isUnknown);
    return users?.lastKnown(userId) ? unknown : { ...unknown, isMissing: true };
  }
  const shown = exchange.shownRecord(users, stored);
  const { value } = shown;
  const status = member(value, 'status');
  if (status !== 'active') {
    const source = shown === stored ? 'its record has' : 'the scenario sets';
    const verdict = `User ${userId} exists, but is not active: ${source} ${describeStatus(status)}.`;
    return inactive(exchange, `User ${userId} is not active.`, verdict);
  }
  const name = member(value, 'name');
  const { numericUserId } = exchange.outcome.quirks;
  const id = numericUserId && String(Number(userId)) === userId ? Number(userId) : userId;
  const body = JSON.stringify({ userId: id, name: typeof name === 'string' ? name : '', status: 'active' });
  return exchange.respond(200, {}, body, isActive);
}

function describeStatus(status: Json | undefined): string {
  return status === undefined ? 'no status' : `the status ${valueName(status)}`;
}

/** Gives the 404 of `Prefer: code=404` the form of this service's own 404. */
function asInactiveUser(exchange: Exchange, early: MockResponse): MockResponse {
  const applied = early.headers['Preference-Applied'];
  if (early.status !== 404 || typeof applied !== 'string') return early;
  const reason = 'The request asked for this status.';
  return inactive(exchange, reason, reason, { 'Preference-Applied': applied });
}

function inactive(exchange: Exchange, message: string, verdict: Verdict, headers: Headers = {}): MockResponse {
  return exchange.respond(404, headers, JSON.stringify({ message, status: 'inactive' }), verdict);
}
