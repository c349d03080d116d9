import { problem } from '../basics/problem.ts';
import { Exchange } from '../response/exchange.ts';
import { plainRoute } from '../response/route.ts';
import type { Endpoint } from './endpoint.ts';
import { indexEndpoint, problemEndpoint } from './index-endpoint.ts';
import { listEndpoint } from './list-endpoint.ts';
import { openApiEndpoint } from './openapi-endpoint.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { userEndpoint } from './user-endpoint.ts';

/** Every address of the mock API, the busiest first. */
export const endpoints: readonly Endpoint[] = [
  userEndpoint,
  recordEndpoint,
  listEndpoint,
  indexEndpoint,
  openApiEndpoint,
  problemEndpoint,
];

const nowhere = plainRoute(null);

/** What answers an address that is none of the endpoints'. */
export const noRoute: Endpoint['respond'] = (context, request) => {
  const exchange = new Exchange(context, request, nowhere);
  const detail = 'There is nothing at this path. GET / lists what is there.';
  return exchange.settled ?? exchange.refuse(problem('not-found', detail));
};
