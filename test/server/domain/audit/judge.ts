import { expect } from 'vitest';
import { audit, selectRules } from '../../../../server/domain/audit/audit.ts';
import type { AuditedExchange } from '../../../../server/domain/audit/exchange.ts';
import type { RuleResult } from '../../../../server/domain/audit/result.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import { targetOf } from '../../../../server/domain/endpoints/endpoints.ts';
import { noOwnPaths } from '../../../support/own-paths.ts';

/** An exchange as a test writes it. Header names are lower-case. */
export interface Written {
  readonly method?: string;
  /** Path and query. */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: string;
  /** False if the log does not hold the content. */
  readonly isHeld?: boolean;
  readonly isBinary?: boolean;
  readonly status?: number | null;
  readonly decided?: number | null;
  readonly sent?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Milliseconds since the start. */
  readonly time?: number;
  readonly durationMs?: number;
  readonly connection?: number;
  readonly scenario?: string;
  readonly brokenBy?: 'client' | 'server';
  readonly client?: string;
  readonly session?: string;
}

/** The exchange as the request log has it, with its place in the log. */
export function recorded(written: Written, index: number): AuditedExchange {
  const { method = 'GET', target = '/api/items/1', headers = {}, content, status = 200, sent = {}, body } = written;
  const { time = index * 10, connection = 1, scenario = 'Default', brokenBy = null, decided = status } = written;
  const { client = 'app', session = null, durationMs = 1 } = written;
  const [path = '', query = ''] = target.split('?');
  const { collection, id: recordId } = targetOf(noOwnPaths, path);
  return {
    ...{ id: index + 1, time, durationMs, connection, client, session, scenario, collection, recordId },
    ...{ method, path, query, hasContent: content !== undefined, status, decided, brokenBy },
    header: (name) => headers[name],
    content: () => (written.isHeld === false ? undefined : content),
    isBinary: written.isBinary ?? false,
    responseHeader: (name) => sent[name],
    responseBody: () => (body === undefined ? undefined : JSON.stringify(body)),
  };
}

/** What one rule says about exchanges in this order. */
export function judge(rule: string, ...exchanges: readonly Written[]): RuleResult {
  const selected = selectRules(rule);
  if (!selected.ok) throw new Error(selected.problem);
  const context = {
    ...{ key: () => 'id', required: () => ['name', 'kind'], isSecret: (name: string) => name === 'token' },
    hasFalseTotals: (scenario: string) => scenario === 'Liar',
  };
  const [result] = finish(audit(exchanges.map(recorded), () => true, context, selected.value));
  if (!result) throw new Error(`There is no rule ${rule}`);
  return result;
}

/** The page of a list of `total` records, whose pages have at most `cap` records. */
export function page(query: string, offset: number, count: number, total = 24, more: Written = {}): Written {
  const items = Array.from({ length: count }, (_, index) => ({ id: offset + index + 1 }));
  const isLast = offset + count >= total;
  const next = `</api/items?offset=${offset + count}&limit=10>; rel="next"`;
  const sent = { 'x-total-count': String(total), etag: `"list-${offset}"`, ...(isLast ? {} : { link: next }) };
  return { target: `/api/items?${query}`, sent, body: { items }, ...more };
}

/** What a rule judges, the exchanges, and the details of its findings; none of them if the rule passes. */
export type Case = readonly [what: string, exchanges: readonly Written[], details: readonly string[] | 'not-exercised'];

/** Expects that a rule finds just this in the exchanges. */
export function expectFindings(rule: string, exchanges: readonly Written[], details: Case[2]): void {
  const { outcome, findings } = judge(rule, ...exchanges);
  const failures = typeof details === 'string' ? [] : details;
  const expected = typeof details === 'string' ? details : failures.length > 0 ? 'fail' : 'pass';
  expect([outcome, findings.map(({ detail }) => detail)]).toEqual([expected, failures]);
}
