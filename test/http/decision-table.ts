/*
 * The decision table of RFC 9110, 13.2.2, sent over HTTP: every method with every form of each header, at a record, at a
 * place where none is, and at a list. What must come out is the reference evaluator's word, and beside it what a method
 * means at such a place.
 */

import type { RequestDetail } from '../../server/contract/schema/output.ts';
import type { Host } from '../../server/host.ts';
import {
  type DecisionRow,
  decisionRows,
  headersOf,
  type ReferenceHeaders,
  type ReferenceOutcome,
  type ReferenceTarget,
  referenceOutcome,
} from '../server/domain/conditions/reference-preconditions.ts';
import type { ClientResponse, Send } from '../support/http-client.ts';

type PlaceKind = 'record' | 'nothing' | 'list';

/** What a method answers when no condition hinders it; what is not here is a 405. */
const successes: Readonly<Record<PlaceKind, Readonly<Record<string, number>>>> = {
  record: { GET: 200, HEAD: 200, PUT: 200, PATCH: 200, DELETE: 204, OPTIONS: 204 },
  nothing: { GET: 404, HEAD: 404, PUT: 201, PATCH: 404, DELETE: 404, OPTIONS: 204 },
  list: { GET: 200, HEAD: 200, POST: 201, OPTIONS: 204 },
};

/** A place that rows are sent to, one after the other; it is put back in order after each row that changed it. */
interface Place {
  readonly kind: PlaceKind;
  readonly path: string;
  /** What is there now, or where nothing is, what was there last. */
  etag: string;
  version: number;
}

/** The body of every row: the members of a record beside its key. */
const body = '{"name":"row"}';

/** A row that did not end as it should have. */
export interface Deviation {
  readonly kind: PlaceKind;
  readonly row: DecisionRow;
  readonly wanted: unknown;
  readonly found: unknown;
}

interface SentRow {
  readonly kind: PlaceKind;
  readonly row: DecisionRow;
  readonly sent: ReferenceHeaders;
  readonly outcome: ReferenceOutcome;
  readonly status: number;
}

/**
 * Sends every row to each kind of place of a mock with the empty collections `rows`, `lists` and more, and compares the
 * answers and what the request log says of them. The log must have room for all requests.
 */
export async function sendDecisionTable(
  host: Host,
  send: Send,
): Promise<{ rows: number; deviations: readonly Deviation[] }> {
  const sent: SentRow[] = [];
  const deviations: Deviation[] = [];

  async function sendRow(place: Place, row: DecisionRow): Promise<void> {
    const headers = headersOf(row, place.etag, place.version);
    const outcome = referenceOutcome(row.method, targetOf(place), headers);
    const status = wantedStatus(place.kind, row.method, outcome);
    const lines = Object.entries({ ...headers, 'X-Row': String(sent.length) });
    sent.push({ kind: place.kind, row, sent: headers, outcome, status });
    const carries = row.method === 'POST' || row.method === 'PUT' || row.method === 'PATCH';
    const { method } = row;
    const answer = await send({ method, target: place.path, headers: lines, body: carries ? body : undefined });
    if (answer.status !== status) deviations.push({ kind: place.kind, row, wanted: status, found: answer.status });
    else if (!tellsWhatIsThere(place, answer)) {
      deviations.push({ kind: place.kind, row, wanted: place.etag, found: answer.header('ETag') });
    }
    if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && answer.status < 300)
      await restore(place, send);
  }

  async function sendRows(kind: PlaceKind, path: string): Promise<void> {
    const place: Place = { kind, path, etag: '"none"', version: 1 };
    await restore(place, send);
    for (const row of decisionRows()) await sendRow(place, row);
  }

  await Promise.all([
    sendRows('record', '/api/rows/record'),
    sendRows('nothing', '/api/rows/nothing'),
    sendRows('list', '/api/lists'),
  ]);
  for (const detail of await details(host)) {
    const [, number] = detail.request.headers.find(([name]) => name === 'X-Row') ?? [];
    const one = number === undefined ? undefined : sent[Number(number)];
    const wanted = one && explained(one);
    const found = explanationOf(detail);
    if (one && JSON.stringify(found) !== JSON.stringify(wanted)) {
      deviations.push({ kind: one.kind, row: one.row, wanted, found });
    }
  }
  return { rows: sent.length, deviations };
}

function targetOf({ kind, etag, version }: Place): ReferenceTarget | undefined {
  if (kind === 'nothing') return undefined;
  return kind === 'list' ? { etag } : { etag, version };
}

/** 13.2.1: what would be answered without conditions goes first, unless it is a 2xx. */
function wantedStatus(kind: PlaceKind, method: string, { outcome }: ReferenceOutcome): number {
  const otherwise = successes[kind][method] ?? 405;
  return otherwise >= 300 || outcome === 'perform the method' ? otherwise : outcome;
}

/** A 304 and a 412 carry the validators of what is there. */
function tellsWhatIsThere({ kind, etag }: Place, answer: ClientResponse): boolean {
  if (answer.status !== 304 && answer.status !== 412) return true;
  return answer.header('ETag') === (kind === 'nothing' ? undefined : etag);
}

/** Puts a place back in order and learns its tag and version anew. */
async function restore(place: Place, send: Send): Promise<void> {
  const target = place.path;
  const made = place.kind === 'list' ? await send({ target }) : await send({ method: 'PUT', target, body });
  place.etag = made.header('ETag') ?? '';
  place.version = Number(made.header('X-Resource-Version') ?? 1);
  if (place.kind === 'nothing') await send({ method: 'DELETE', target });
}

/** What the log says: the steps of the ladder, and whether its verdict is the word of the last one. */
function explanationOf({ explanation }: RequestDetail): unknown {
  const conditions = explanation?.conditions ?? [];
  const last = conditions.at(-1);
  return {
    steps: conditions.map(({ header, holds }) => [header, holds]),
    decided: last !== undefined && explanation?.verdict === last.detail,
  };
}

/** The steps that the log must show, the headers that were sent up to the one that decided, and that it did decide. */
function explained({ kind, row, sent, outcome }: SentRow): unknown {
  const climbed = (successes[kind][row.method] ?? 405) < 300 && row.method !== 'OPTIONS';
  const headers = climbed ? Object.keys(sent) : [];
  const last = outcome.header === null ? headers.length : headers.indexOf(outcome.header) + 1;
  const steps = headers.slice(0, last).map((header) => [header, header !== outcome.header]);
  return { steps, decided: climbed && outcome.header !== null };
}

async function details(host: Host): Promise<readonly RequestDetail[]> {
  const found: RequestDetail[] = [];
  for (const { id } of host.log.list()) {
    const reply = await host.call('requests.get', { id });
    if (reply.ok) found.push(reply.value as RequestDetail);
  }
  return found;
}
