import type { Delivery } from '../scenario/delivery.ts';
import type { Explainer } from './explanation.ts';

/** A response of the mock API; the HTTP layer only writes it. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body, or null. Also set for HEAD, where the HTTP layer sends only its length. */
  readonly body: string | null;
  readonly delivery: Delivery;
  readonly explainer: Explainer;
}
