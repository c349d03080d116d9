import { describeProblem, problem } from '../basics/problem.ts';
import { Exchange } from '../response/exchange.ts';
import { respondToMethod } from '../response/methods.ts';
import { plainRoute } from '../response/route.ts';
import type { Endpoint } from './endpoint.ts';

const methods = ['GET', 'HEAD'];
const indexRoute = plainRoute('/');
const problemRoute = plainRoute('/problems/{code}');

/** `GET /`: a small index of what is there. */
export const indexEndpoint: Endpoint = {
  path: '/',
  respond(context, request) {
    const exchange = new Exchange(context, request, indexRoute);
    if (exchange.settled) return exchange.settled;
    const index = {
      name: context.title,
      scenario: exchange.scenario.name,
      user: '/users/{userId}',
      collections: [...context.collections.values()].map(({ definition, size }) => ({
        name: definition.name,
        href: `/api/${encodeURIComponent(definition.name)}`,
        key: definition.key,
        records: size,
      })),
      scenarios: [...context.scenarios.keys()],
      openapi: '/openapi.json',
    };
    return (
      respondToMethod(exchange, methods) ??
      exchange.respond(200, {}, JSON.stringify(index), 'The index of what is there.')
    );
  },
};

/** `GET /problems/{code}`: what the `type` of a problem points to (RFC 9457, 3.1.1). */
export const problemEndpoint: Endpoint = {
  path: '/problems/:code',
  respond(context, request, captures) {
    const exchange = new Exchange(context, request, problemRoute);
    if (exchange.settled) return exchange.settled;
    const refused = respondToMethod(exchange, methods);
    if (refused) return refused;
    const described = describeProblem(captures[0] ?? '');
    if (!described) return exchange.refuse(problem('not-found', 'There is no problem type of that name.'));
    return exchange.respond(200, {}, JSON.stringify(described), 'The description of a problem type.');
  },
};
