import type { Work } from '../basics/work.ts';
import type { MockRequest } from '../request/mock-request.ts';
import type { MockResponse } from '../response/mock-response.ts';
import type { MockContext } from '../session/context.ts';
import { noRoute } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { endpointOfPath } from './path-endpoint.ts';

/** The response of the mock API to a request that no socket has brought, such as one that is repeated. */
export function respondTo(context: MockContext, request: MockRequest): MockResponse | Work<MockResponse> {
  const respond = endpointOfPath(context, request.path);
  if (respond) return respond(context, request, []);
  for (const endpoint of endpoints) {
    const captures = endpoint.capturesOf(request.path);
    if (captures) return endpoint.respond(context, request, captures);
  }
  return noRoute(context, request, []);
}
