import { describeApi } from '../openapi/document.ts';
import { Exchange } from '../response/exchange.ts';
import { respondToMethod } from '../response/methods.ts';
import { plainRoute } from '../response/route.ts';
import type { Endpoint } from './endpoint.ts';

const route = plainRoute('/openapi.json');

/** `GET /openapi.json`: the workspace as it is now, in OpenAPI 3.1.0. */
export const openApiEndpoint: Endpoint = {
  path: '/openapi.json',
  respond(context, request) {
    const exchange = new Exchange(context, request, route);
    if (exchange.settled) return exchange.settled;
    return (
      respondToMethod(exchange, ['GET', 'HEAD']) ??
      exchange.respond(200, {}, JSON.stringify(describeApi(context)), 'The description of the API in OpenAPI 3.1.0.')
    );
  },
};
