import { problem } from '../basics/problem.ts';
import type { Exchange } from './exchange.ts';
import type { MockResponse } from './mock-response.ts';

/**
 * Answers what every resource answers alike: OPTIONS with what is allowed (RFC 9110, 9.3.7), and 405 with Allow for a
 * method that it does not have (15.5.6). Undefined means that the method is one of `methods`.
 */
export function respondToMethod(
  exchange: Exchange,
  methods: readonly string[],
  headers?: Readonly<Record<string, string>>,
): MockResponse | undefined {
  const { method } = exchange.request;
  if (methods.includes(method)) return undefined;
  const allow = { Allow: [...methods, 'OPTIONS'].join(', '), ...headers };
  if (method === 'OPTIONS') return exchange.respond(204, allow, null, 'OPTIONS says what is allowed here.');
  const reason = problem('method-not-allowed', `${method} is not allowed here; ${allow.Allow} are.`, {
    allowed: [...methods, 'OPTIONS'],
  });
  return exchange.refuse(reason, allow);
}
