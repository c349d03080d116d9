import { problem } from '../basics/problem.ts';
import { assertNever } from '../basics/result.ts';
import { evaluatePreconditions, holdsAtOnce, type Representation } from '../conditions/precondition.ts';
import type { MockRequest } from '../request/mock-request.ts';
import type { Exchange } from './exchange.ts';
import type { Verdict } from './lazy-explanation.ts';
import type { MockResponse } from './mock-response.ts';

/** Methods that the workspace may require to be conditional. POST only creates, so it cannot overwrite. */
const guardedMethods = ['PUT', 'PATCH', 'DELETE'];

/** The last evaluated condition decided. */
const isUnchanged: Verdict = ({ conditions }) => conditions.at(-1)?.detail ?? '';

const conditionHeaders = ['if-match', 'if-none-match', 'x-resource-version'];

export function isConditional(request: MockRequest): boolean {
  return conditionHeaders.some((name) => request.header(name) !== undefined);
}

/**
 * Evaluates the request's preconditions (RFC 9110, 13.2.2) against the current representation. Undefined if the method may
 * proceed; else a response with 304, 400, 412, or 428 (RFC 6585, section 3) if the workspace requires a condition.
 */
export function checkPreconditions(exchange: Exchange, current: Representation | undefined): MockResponse | undefined {
  const { request, context } = exchange;
  if (!isConditional(request)) {
    return context.settings.requirePrecondition && guardedMethods.includes(request.method)
      ? exchange.refuse(preconditionRequired(current && exchange.shownTag(current.tag)))
      : undefined;
  }
  const isWeakened = current !== undefined && exchange.outcome.quirks.weakTags;
  const shown = isWeakened ? { ...current, tag: exchange.shownTag(current.tag) } : current;
  exchange.compared = shown ?? null;
  if (holdsAtOnce(request, shown)) return undefined;
  const verdict = evaluatePreconditions(request, shown);
  switch (verdict.kind) {
    case 'proceed':
      return undefined;
    case 'not-modified':
      return exchange.respond(304, current ? exchange.validators(current) : {}, null, isUnchanged);
    case 'malformed':
      return exchange.refuse(problem('bad-header', verdict.detail, { header: verdict.header }));
    case 'failed':
      return exchange.refuse(
        problem('precondition-failed', verdict.detail, {
          header: verdict.header,
          currentEtag: shown?.tag ?? null,
          currentVersion: current?.version ?? null,
        }),
        current ? exchange.validators(current) : {},
      );
    default:
      return assertNever(verdict);
  }
}

function preconditionRequired(tag: string | undefined) {
  const how = tag
    ? `Read the record and send its entity tag in If-Match, such as If-Match: ${tag}.`
    : 'Send If-None-Match: * to create the record only if it does not exist.';
  return problem('precondition-required', `Only conditional writes are accepted. ${how}`);
}
