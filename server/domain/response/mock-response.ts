import type { Delivery } from '../scenario/delivery.ts';
import type { Explainer } from './explanation.ts';

/** A response as the mock API decided it; the HTTP layer only writes it. */
export interface MockResponse {
  readonly status: number;
  /** Names as they go over the wire. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body, or null. Also set for HEAD, where the HTTP layer sends only its length. */
  readonly body: string | null;
  /** What the scenario does to the response on its way. */
  readonly delivery: Delivery;
  readonly explainer: Explainer;
}
