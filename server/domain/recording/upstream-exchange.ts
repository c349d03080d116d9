/** A request to the upstream and its response, with all secrets masked. */
export interface UpstreamExchange {
  /** In upper case. */
  readonly method: string;
  /** The path at the mock, as it was sent. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly status: number;
  /** The text of the response's body; empty for one that is no JSON. */
  readonly body: string;
  /** True if the Link header has a next page. */
  readonly hasNext: boolean;
  /** The session of the request; null for the shared live state. */
  readonly session: string | null;
}
