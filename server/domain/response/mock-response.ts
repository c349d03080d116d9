import type { LongText } from '../basics/long-text.ts';
import type { Delivery } from '../scenario/delivery.ts';
import type { Explainer } from './explanation.ts';

/** Header values by name; a list of values is sent as one line each. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A response of the mock API; the HTTP layer only writes it. */
export interface MockResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The text or the bytes of the body, or null. Also set for HEAD, where the HTTP layer sends only its length. */
  readonly body: string | LongText | Uint8Array | null;
  readonly delivery: Delivery;
  readonly explainer: Explainer;
  /** True if the mock has no resource at the path, and never had one; missing for all other responses. */
  readonly isMissing?: boolean;
  /** Called once the response was sent, or can no longer be sent. */
  readonly settled?: () => void;
}

/** The header lines of a response; names and values alternate. */
export function headerLinesOf(headers: ResponseHeaders): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [name, value] : value.flatMap((one) => [name, one]),
  );
}
