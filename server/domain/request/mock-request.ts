import type { Problem } from '../basics/problem.ts';
import type { Result } from '../basics/result.ts';
import type { Json } from '../json/json.ts';
import type { JsonFault } from '../json/json-fault.ts';

/** A request of the mock API. The HTTP layer has decoded only the body. */
export interface MockRequest {
  readonly method: string;
  /** True for a request over TLS. */
  readonly isSecure: boolean;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** The value of a header, lower-case name; several lines are joined with a comma and a space. */
  readonly header: (name: string) => string | undefined;
  /** Name of the scenario that was active when the request arrived. */
  readonly scenario: string;
  /** The body as text; undefined without a body; a problem if its bytes are not text. */
  readonly body: Result<string, Problem> | undefined;
  /** The parsed text of a long body; undefined for a short one, which is parsed when it is read. */
  readonly parsed?: Result<Json, JsonFault> | undefined;
}
