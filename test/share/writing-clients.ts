import { Agent } from 'node:http';
import type { Asked, Observed, Operation } from '../http/history/check-history.ts';
import { type ClientResponse, clientOf } from '../support/http-client.ts';

/** A write as it was acknowledged. */
export interface Acknowledged {
  readonly record: string;
  readonly value: string;
  readonly tag: string;
  readonly version: number;
}

/** A record under a name of its own: one of a session is another than that of all clients. */
export interface RaceRecord {
  readonly name: string;
  readonly target: string;
  readonly session: string | null;
}

export interface WritingRace {
  /** The ports of the instances, as they are now. */
  readonly ports: () => readonly number[];
  readonly clients: number;
  readonly records: readonly RaceRecord[];
  /** True once the clients shall end. */
  readonly isOver: () => boolean;
  readonly clock: () => number;
}

interface Seen {
  readonly tag: string;
  readonly version: number;
}

/**
 * Lets clients write the same records at once, each request at another instance, mostly under the tag or version that the
 * client saw last. Reads are not part of the history: an instance may be behind. A write that was certainly not made is none.
 */
export async function raceOfWrites({ ports, clients, records, isOver, clock }: WritingRace): Promise<{
  readonly history: readonly Operation[];
  readonly acknowledged: readonly Acknowledged[];
  readonly refused: number;
}> {
  const history: Operation[] = [];
  const acknowledged: Acknowledged[] = [];
  let refused = 0;

  async function run(name: number): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    const seen = new Map<string, Seen>();
    for (let round = 0; !isOver(); round++) {
      const { name: record, target, session } = pick(records);
      const own = session === null ? [] : [['X-Mock-Session', session] as const];
      const send = clientOf(pick(ports()), agent);
      const known = seen.get(record);
      const { asked, method, headers } = choose(known, `${name}-${round}`);
      const body = asked.value === null ? undefined : JSON.stringify({ value: asked.value });
      const called = clock();
      const response = await send({ method, target, headers: [...headers, ...own], body }).catch(() => undefined);
      const observed = observedBy(response, asked.value);
      if (observed === 'not-made') {
        refused += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      const ended = observed.kind === 'unknown' ? Number.POSITIVE_INFINITY : clock();
      history.push({ record, called, ended, asked, observed });
      if (observed.kind === 'record' && response) {
        const tag = response.header('ETag') ?? '';
        acknowledged.push({ record, value: observed.value, tag, version: observed.version });
        seen.set(record, { tag, version: observed.version });
      } else {
        const latest = await send({ target, headers: own }).catch(() => undefined);
        const tag = latest?.header('ETag');
        if (latest?.status === 200 && tag) seen.set(record, { tag, version: versionOf(latest) });
        else seen.delete(record);
      }
    }
    agent.destroy();
  }

  await Promise.all(Array.from({ length: clients }, (_, name) => run(name)));
  return { history, acknowledged, refused };
}

type Write = Extract<Asked, { kind: 'write' }>;

function choose(
  seen: Seen | undefined,
  value: string,
): { readonly asked: Write; readonly method: string; readonly headers: readonly (readonly [string, string])[] } {
  const chance = Math.random();
  const json = ['Content-Type', 'application/json'] as const;
  if (!seen) return { asked: { kind: 'write', value }, method: 'PUT', headers: [json] };
  const onlyIf = seen.version;
  const tag = ['If-Match', seen.tag] as const;
  if (chance < 0.5) return { asked: { kind: 'write', value, onlyIf }, method: 'PATCH', headers: [json, tag] };
  if (chance < 0.8) {
    const version = ['X-Resource-Version', `${onlyIf}`] as const;
    return { asked: { kind: 'write', value, onlyIf }, method: 'PATCH', headers: [json, version] };
  }
  if (chance < 0.85) return { asked: { kind: 'write', value: null, onlyIf }, method: 'DELETE', headers: [tag] };
  return { asked: { kind: 'write', value }, method: 'PUT', headers: [json] };
}

function observedBy(response: ClientResponse | undefined, value: string | null): Observed | 'not-made' {
  if (!response) return { kind: 'unknown' };
  switch (response.status) {
    case 200:
    case 201:
      return { kind: 'record', value: value ?? '', version: versionOf(response) };
    case 204:
      return { kind: 'deleted' };
    case 404:
      return { kind: 'absent' };
    case 412:
      return { kind: 'refused' };
    case 503:
      return JSON.parse(response.body).outcome === 'not-made' ? 'not-made' : { kind: 'unknown' };
    default:
      throw new Error(`${response.status} ${response.body}`);
  }
}

function versionOf(response: ClientResponse): number {
  return Number(response.header('X-Resource-Version'));
}

function pick<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)] as T;
}
