/*
 * The decision table of RFC 9110, 13.2.2, sent over HTTP: every method with every form of each header, to a record, to an
 * unknown id and to a list. The reference evaluator and the table of successes say which response must come.
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
import { hostValue } from '../support/temporary-host.ts';

type PlaceKind = 'record' | 'nothing' | 'list';

/** The status of a method if its conditions hold. Methods that are missing get 405. */
const successes: Readonly<Record<PlaceKind, Readonly<Record<string, number>>>> = {
  record: { GET: 200, HEAD: 200, PUT: 200, PATCH: 200, DELETE: 204, OPTIONS: 204 },
  nothing: { GET: 404, HEAD: 404, PUT: 201, PATCH: 404, DELETE: 404, OPTIONS: 204 },
  list: { GET: 200, HEAD: 200, POST: 201, OPTIONS: 204 },
};

/** A path that receives rows one after the other. Every row that changes it is followed by {@link restore}. */
interface Place {
  readonly kind: PlaceKind;
  readonly path: string;
  /** The current tag and version; for an unknown id, those of the deleted record. */
  etag: string;
  version: number;
}

/** The body of every row: a record without its key. */
const body = '{"name":"row"}';

/** A row whose response or explanation differs from the reference. */
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
 * Sends every row, or every nth one, to each kind of place and compares the responses and their explanations in the request log with the
 * reference. The mock needs the empty collections `rows` and `lists`, and a log with room for all requests.
 */
export async function sendDecisionTable(
  host: Host,
  send: Send,
  every = 1,
): Promise<{ rows: number; deviations: readonly Deviation[] }> {
  const sent: SentRow[] = [];
  const deviations: Deviation[] = [];

  async function sendRow(place: Place, row: DecisionRow): Promise<void> {
    const headers = headersOf(row, place.etag, place.version);
    const outcome = referenceOutcome(row.method, targetOf(place), headers);
    const status = expectedStatus(place.kind, row.method, outcome);
    const lines = Object.entries({ ...headers, 'X-Row': String(sent.length) });
    sent.push({ kind: place.kind, row, sent: headers, outcome, status });
    const hasBody = row.method === 'POST' || row.method === 'PUT' || row.method === 'PATCH';
    const { method } = row;
    const response = await send({ method, target: place.path, headers: lines, body: hasBody ? body : undefined });
    if (response.status !== status) deviations.push({ kind: place.kind, row, wanted: status, found: response.status });
    else if (!hasValidators(place, response)) {
      deviations.push({ kind: place.kind, row, wanted: place.etag, found: response.header('ETag') });
    }
    if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && response.status < 300)
      await restore(place, send);
  }

  async function sendRows(kind: PlaceKind, path: string): Promise<void> {
    const place: Place = { kind, path, etag: '"none"', version: 1 };
    await restore(place, send);
    for (const [index, row] of [...decisionRows()].entries()) if (index % every === 0) await sendRow(place, row);
  }

  await Promise.all([
    sendRows('record', '/api/rows/record'),
    sendRows('nothing', '/api/rows/nothing'),
    sendRows('list', '/api/lists'),
  ]);
  for (const detail of await details(host)) {
    const [, number] = detail.request.headers.find(([name]) => name === 'X-Row') ?? [];
    const one = number === undefined ? undefined : sent[Number(number)];
    const wanted = one && expectedSteps(one);
    const found = explainedSteps(detail);
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

/** 13.2.1: conditions count only if the response without them would be a 2xx. */
function expectedStatus(kind: PlaceKind, method: string, { outcome }: ReferenceOutcome): number {
  const unconditional = successes[kind][method] ?? 405;
  return unconditional >= 300 || outcome === 'perform the method' ? unconditional : outcome;
}

/** A 304 and a 412 carry the current tag; for an unknown id there is none. */
function hasValidators({ kind, etag }: Place, response: ClientResponse): boolean {
  if (response.status !== 304 && response.status !== 412) return true;
  return response.header('ETag') === (kind === 'nothing' ? undefined : etag);
}

/** Restores the record, or its absence, and reads the new tag and version. */
async function restore(place: Place, send: Send): Promise<void> {
  const target = place.path;
  const response = place.kind === 'list' ? await send({ target }) : await send({ method: 'PUT', target, body });
  place.etag = response.header('ETag') ?? '';
  place.version = Number(response.header('X-Resource-Version') ?? 1);
  if (place.kind === 'nothing') await send({ method: 'DELETE', target });
}

/** The precondition steps in the log, and whether the last of them gave the verdict. */
function explainedSteps({ explanation }: RequestDetail): unknown {
  const conditions = explanation?.conditions ?? [];
  const last = conditions.at(-1);
  return {
    steps: conditions.map(({ header, holds }) => [header, holds]),
    decided: last !== undefined && explanation?.verdict === last.detail,
  };
}

/** The steps that the log must show: the headers of the request up to the deciding one, and whether one decided. */
function expectedSteps({ kind, row, sent, outcome }: SentRow): unknown {
  const isConditional = (successes[kind][row.method] ?? 405) < 300 && row.method !== 'OPTIONS';
  const headers = isConditional ? Object.keys(sent) : [];
  const last = outcome.header === null ? headers.length : headers.indexOf(outcome.header) + 1;
  const steps = headers.slice(0, last).map((header) => [header, header !== outcome.header]);
  return { steps, decided: isConditional && outcome.header !== null };
}

async function details(host: Host): Promise<readonly RequestDetail[]> {
  const found: RequestDetail[] = [];
  for (const { id } of host.log.list()) found.push(await hostValue(host, 'requests.get', { id }));
  return found;
}
