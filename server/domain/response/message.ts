import type { Problem } from '../basics/problem.ts';
import type { Result } from '../basics/result.ts';
import type { Delivery } from '../scenario/delivery.ts';
import type { Explanation } from './explanation.ts';

/** A request as the mock API sees it: the edge has read the body and decoded nothing else. */
export interface MockRequest {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** The value of a header, lower-case name; several lines are joined with a comma and a space. */
  readonly header: (name: string) => string | undefined;
  /** Name of the scenario that was active when the request arrived. */
  readonly scenario: string;
  /** The body as text; undefined when there was none; a problem when its bytes are not text. */
  readonly body: Result<string, Problem> | undefined;
}

/** An answer as the mock API decided it; the edge only writes it. */
export interface Answer {
  readonly status: number;
  /** Names as they go over the wire. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's text, also for HEAD, where the edge leaves it out but keeps its length; null for none. */
  readonly body: string | null;
  /** What the scenario does to it on its way. */
  readonly delivery: Delivery;
  readonly explained: Explainable;
}

/** A request and its answer as the one who keeps them has them: what an explanation is made from. */
export interface KeptExchange extends Pick<MockRequest, 'method' | 'path' | 'header'> {
  /** The body of the request; undefined when there was none that is text. */
  readonly body: string | undefined;
  /** The value of a header of the answer, lower-case name. */
  readonly answered: (name: string) => string | undefined;
}

/** Tells how an answer came about, when somebody asks. */
export interface Explainable {
  /** `kept` is the request that was answered, and the answer; of a list also about a record that it may lack. */
  explain(kept: KeptExchange, record?: string): Explanation;
}
