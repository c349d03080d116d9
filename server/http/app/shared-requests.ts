import type { Work } from '../../domain/basics/work.ts';
import type { MockRequest } from '../../domain/request/mock-request.ts';
import type { MockResponse } from '../../domain/response/mock-response.ts';
import type { HttpResponse } from '../../message/http-response.ts';

/** A request to a mock whose live state several instances share. */
export interface SharedRequest {
  readonly request: MockRequest;
  /** Decides the response. It can be called again, and the request counts once. */
  readonly respond: () => MockResponse | Work<MockResponse>;
  /** Makes changes in the name of the request. */
  readonly around: (apply: () => void) => void;
  /** True once nobody waits for the response. */
  readonly isLeft: () => boolean;
}

export interface SharedResponse {
  /** Undefined once nobody waits for it. */
  readonly response: HttpResponse | undefined;
  /** Header lines that say which state the response is from; names and values alternate. */
  readonly headers: readonly string[];
}

/** Answers requests on a live state that several instances share: at once, if nothing has to be asked or told. */
export interface SharedRequests {
  answer(request: SharedRequest): SharedResponse | Promise<SharedResponse>;
}
