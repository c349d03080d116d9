import type { Work } from '../basics/work.ts';
import type { MockRequest } from '../request/mock-request.ts';
import type { MockResponse } from '../response/mock-response.ts';
import type { MockContext } from '../session/context.ts';

/** One address of the mock API, whatever the method: the edge routes to it, the endpoint decides everything else. */
export interface Endpoint {
  /** The path in the router's grammar, such as `/api/:collection/{:id}`, where braces let a parameter be empty. */
  readonly path: string;
  /**
   * `captures` are the path's parameters in order, as they were sent, undecoded; an empty one may be undefined. What may
   * have to go through all records comes as work.
   */
  readonly respond: (
    context: MockContext,
    request: MockRequest,
    captures: readonly (string | undefined)[],
  ) => MockResponse | Work<MockResponse>;
}
