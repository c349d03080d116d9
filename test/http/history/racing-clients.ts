import { Agent } from 'node:http';
import { type ClientResponse, clientOf } from '../../support/http-client.ts';
import type { Asked, Observed, Operation } from './check-history.ts';

export interface Race {
  /** The port of the mock API. */
  readonly port: number;
  /** Each has its own connection. */
  readonly clients: number;
  /** Requests of each client. */
  readonly requests: number;
  /** Headers of every request. */
  readonly headers?: readonly (readonly [string, string])[];
  /** Paths of records with the member `value`. */
  readonly records: readonly string[];
  /** From 0 to 1, exclusive. */
  readonly random: () => number;
  /** The time, which grows with every look. */
  readonly clock: () => number;
  /** The time after which a request without a response cannot happen any more. */
  readonly end: () => number;
}

/** What a client last saw of a record. */
interface Seen {
  readonly tag: string;
  readonly version: number;
  readonly value: string;
}

/** Lets clients read and write the same records at once, mostly under preconditions, and records what each saw. */
export async function race({
  port,
  clients,
  requests,
  headers: always = [],
  records,
  random,
  clock,
  end,
}: Race): Promise<readonly Operation[]> {
  const history: Operation[] = [];

  async function run(name: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = clientOf(port, agent);
    const seen = new Map<string, Seen>();
    for (let round = 0; round < requests; round++) {
      const record = records[Math.floor(random() * records.length)] ?? '';
      const { asked, method, headers } = choose(
        seen.get(record),
        `${name}-${round}-${Math.floor(random() * 1e9)}`,
        random,
      );
      const body = asked.kind === 'write' && asked.value !== null ? JSON.stringify({ value: asked.value }) : undefined;
      const called = clock();
      const response = await send({ method, target: record, headers: [...always, ...headers], body }).catch(
        () => undefined,
      );
      const observed: Observed = response ? read(response, seen.get(record)) : { kind: 'unknown' };
      history.push({ record, called, ended: response ? clock() : Number.NaN, asked, observed });
      if (!response) break;
      if (observed.kind === 'record') seen.set(record, { ...observed, tag: response.header('ETag') ?? '' });
      if (observed.kind === 'absent' || observed.kind === 'deleted') seen.delete(record);
    }
    agent.destroy();
  }

  await Promise.all(Array.from({ length: clients }, (_, name) => run(name)));
  const last = end();
  return history.map((one) => (Number.isNaN(one.ended) ? { ...one, ended: last } : one));
}

function choose(
  seen: Seen | undefined,
  value: string,
  random: () => number,
): { readonly asked: Asked; readonly method: string; readonly headers: readonly (readonly [string, string])[] } {
  const chance = random();
  if (!seen) {
    if (chance < 0.5) return { asked: { kind: 'read' }, method: 'GET', headers: [] };
    if (chance < 0.6) return { asked: { kind: 'write', value }, method: 'PUT', headers: [] };
    return { asked: { kind: 'write', value, onlyIf: 'absent' }, method: 'PUT', headers: [['If-None-Match', '*']] };
  }
  const tag = [['If-Match', seen.tag]] as const;
  const version = [['X-Resource-Version', String(seen.version)]] as const;
  const onlyIf = seen.version;
  if (chance < 0.2) return { asked: { kind: 'read' }, method: 'GET', headers: [] };
  if (chance < 0.35) return { asked: { kind: 'read' }, method: 'GET', headers: [['If-None-Match', seen.tag]] };
  if (chance < 0.55) return { asked: { kind: 'write', value, onlyIf }, method: 'PATCH', headers: tag };
  if (chance < 0.7) return { asked: { kind: 'write', value, onlyIf }, method: 'PATCH', headers: version };
  if (chance < 0.85) return { asked: { kind: 'write', value, onlyIf }, method: 'PATCH', headers: [...tag, ...version] };
  if (chance < 0.9) return { asked: { kind: 'write', value }, method: 'PUT', headers: [] };
  if (chance < 0.95) return { asked: { kind: 'write', value: null, onlyIf }, method: 'DELETE', headers: tag };
  return { asked: { kind: 'write', value: null }, method: 'DELETE', headers: [] };
}

/** What a response tells. With 304, it is what the client saw before. */
function read(response: ClientResponse, seen: Seen | undefined): Observed {
  const { status } = response;
  const version = Number(response.header('X-Resource-Version'));
  if (status === 200 || status === 201) {
    const { value } = response.json() as { value: string };
    return { kind: 'record', value, version };
  }
  if (status === 304 && seen) return { kind: 'record', value: seen.value, version };
  if (status === 204) return { kind: 'deleted' };
  if (status === 404) return { kind: 'absent' };
  if (status === 412) return { kind: 'refused' };
  throw new Error(`${status} ${response.body}`);
}
