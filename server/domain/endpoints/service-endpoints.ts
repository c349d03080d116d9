import { describeProblem, problem } from '../basics/problem.ts';
import type { Work } from '../basics/work.ts';
import { jsonInPieces } from '../json/json-text.ts';
import { describeInPieces } from '../openapi/document.ts';
import { fillPath, paths } from '../request/paths.ts';
import type { Exchange } from '../response/exchange.ts';
import type { MockResponse } from '../response/mock-response.ts';
import { defineEndpoint, respondToMethod } from './endpoint.ts';

const methods = ['GET', 'HEAD'];

/** `GET /`: a small index of the mock API. */
export const indexEndpoint = defineEndpoint(paths.index, {
  hasOwnForms: true,
  respond(exchange) {
    return (
      respondToMethod(exchange, methods) ??
      exchange.respond(200, {}, JSON.stringify(describeIndex(exchange)), 'The index of the mock API.')
    );
  },
});

/** `GET /openapi.json`: the current workspace as OpenAPI 3.1.0. */
export const openApiEndpoint = defineEndpoint(paths.openApi, {
  hasOwnForms: true,
  respond(exchange) {
    return respondToMethod(exchange, methods) ?? respondWithDescription(exchange);
  },
});

function* respondWithDescription(exchange: Exchange): Work<MockResponse> {
  const text = yield* jsonInPieces(yield* describeInPieces(exchange.context));
  return exchange.respond(200, {}, text, 'The description of the API in OpenAPI 3.1.0.');
}

/** `GET /problems/{code}`: the target of a problem's `type` (RFC 9457, 3.1.1). */
export const problemEndpoint = defineEndpoint(paths.problem, {
  hasOwnForms: true,
  respond(exchange, code) {
    const refused = respondToMethod(exchange, methods);
    if (refused) return refused;
    const described = describeProblem(code);
    if (!described) return exchange.refuse(problem('not-found', 'No problem type has this name.'));
    return exchange.respond(200, {}, JSON.stringify(described), 'The description of a problem type.');
  },
});

/** `GET /.well-known/mock-api-console-ca.crt`: the certificate that a device has to trust for HTTPS. */
export const authorityEndpoint = defineEndpoint(paths.authority, {
  hasOwnForms: true,
  respond(exchange) {
    const refused = respondToMethod(exchange, methods);
    if (refused) return refused;
    const authority = exchange.context.authority?.() ?? null;
    if (authority === null) {
      const detail = 'There is no certificate authority: HTTPS is off, or has a certificate of its own.';
      return exchange.refuse(problem('not-found', detail));
    }
    const headers = { 'Content-Type': 'application/x-x509-ca-cert', 'Cache-Control': 'no-cache' };
    return exchange.respond(200, headers, authority, 'The certificate authority of this program.');
  },
});

function describeIndex({ context, scenario }: Exchange) {
  return {
    name: context.title,
    scenario: scenario.name,
    dialect: context.settings.dialect,
    user: context.settings.userService ? paths.user : null,
    collections: [...context.collections.values()].map(({ definition, size }) => ({
      name: definition.name,
      href: fillPath(paths.list, definition.name),
      key: definition.key,
      records: size,
      ...(definition.paths && { paths: definition.paths.map(({ path }) => path) }),
    })),
    scenarios: [...context.scenarios.keys()],
    openapi: paths.openApi,
    ...((context.authority?.() ?? null) !== null && { authority: paths.authority }),
  };
}
