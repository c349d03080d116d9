import type { Crawl, CrawledPage } from './crawl.ts';
import type { Exchange } from './exchange.ts';
import type { RecordLedger } from './record-ledger.ts';
import type { Attempts } from './retries.ts';

/** `error` breaks a rule of HTTP or loses data, `warning` is risky, `information` is worth knowing. */
export type Severity = 'error' | 'warning' | 'information';

export const severities = ['error', 'warning', 'information'] as const satisfies readonly Severity[];

/** One place where a client broke a rule. */
export interface Finding {
  /** Ids of the requests concerned, in the order in which they arrived. */
  readonly requests: readonly number[];
  /** A sentence: what the client did. */
  readonly detail: string;
  /** The scenario that was active for the latest of them. */
  readonly scenario: string;
  /** The client and the session that sent it. */
  readonly client: string;
  readonly session: string | null;
}

/** The settings of an audit, beside its exchanges. */
export interface AuditOptions {
  /** Members that the records of a collection must have. */
  readonly required: (collection: string) => readonly string[];
  /** The member that identifies the records of a collection. */
  readonly key: (collection: string) => string;
  /** True for the name of a query parameter whose value is a secret. */
  readonly isSecret: (name: string) => boolean;
  /** True for the name of a scenario that falsifies the totals of lists. */
  readonly hasFalseTotals: (scenario: string) => boolean;
}

/** The facts that a rule may use beside the client's own exchanges. */
export interface AuditContext extends AuditOptions {
  /** Versions of records and issued tags, from the responses to all clients. */
  readonly ledger: RecordLedger;
}

/** Receives what a rule sees. */
export interface Verdicts {
  /** The client was in the situation that the rule is about. */
  readonly applied: () => void;
  /** At least one of the requests is an exchange. */
  readonly fail: (detail: string, ...requests: readonly (Exchange | number)[]) => void;
}

/** A rule at work on one client. Its functions are called in the order in which the exchanges arrived. */
export interface Check {
  /** Reads an exchange, and the page of a list that its response carries. */
  readonly read?: (exchange: Exchange, page: CrawledPage | undefined) => void;
  /** Reads a request that repeats failed ones, before {@link Check.read}. */
  readonly retry?: (failed: Attempts, retry: Exchange) => void;
  /** Reads a page that follows another one of the same crawl, before {@link Check.read}. */
  readonly step?: (before: CrawledPage, page: CrawledPage, crawl: Crawl) => void;
  /** Reads a crawl that has ended. */
  readonly crawled?: (crawl: Crawl) => void;
  /** Called after the last exchange. */
  readonly end?: () => void;
}

/** A rule for clients. */
export interface AuditRule {
  /** Never changes, such as `unconditional-write`. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly source: Source;
  /** A sentence that says how to mend the client. */
  readonly mend: string;
  readonly start: (verdicts: Verdicts, context: AuditContext) => Check;
}

/** A section of a document that states the rule. */
export interface Source {
  readonly name: string;
  readonly url: string;
}

/** A section of an RFC. */
export function rfc(number: number, section: string): Source {
  return {
    name: `RFC ${number}, section ${section}`,
    url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
  };
}

export const http = (section: string): Source => rfc(9110, section);

/** The Internet-Draft that defines Idempotency-Key. */
export const idempotencyKeyDraft: Source = {
  name: 'The Idempotency-Key HTTP Header Field',
  url: 'https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/',
};

/** The Internet-Draft that defines RateLimit. */
export const rateLimitDraft: Source = {
  name: 'RateLimit header fields for HTTP',
  url: 'https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/',
};
