import { lostMembers } from '../audit/record-ledger.ts';
import { type Json, type JsonObject, jsonEqual } from '../json/json.ts';

/** A request of one of the clients in the lost-update lab, with its outcome; in the order in which they were carried out. */
export interface LabRequest {
  /** From 1. */
  readonly number: number;
  /** Its entry in the log; null if the log has none. */
  readonly entry: number | null;
  readonly client: string;
  readonly method: 'GET' | 'PUT' | 'PATCH';
  /** The condition that was sent, such as `If-Match: "1-ab"`, or null. */
  readonly condition: string | null;
  /** Null without a response. */
  readonly status: number | null;
  /** The version and the record of a successful response. */
  readonly version: number | null;
  readonly record: JsonObject | null;
}

/** A member whose change by one client was undone by another client that had never seen it. */
export interface LostMember {
  readonly name: string;
  /** The values as the other client had read it, as it was lost, and now; undefined for a missing member. */
  readonly seen: Json | undefined;
  readonly lost: Json | undefined;
  readonly now: Json | undefined;
  /** The write whose change was lost. */
  readonly victim: LabRequest;
}

/** A write that undid changes which its client had never seen. */
export interface LostUpdate {
  readonly culprit: LabRequest;
  readonly members: readonly LostMember[];
}

interface KnownVersion {
  readonly version: number;
  readonly record: JsonObject;
  /** The request that wrote or first read it. */
  readonly request: LabRequest;
}

/** Finds the writes that undid the changes of other clients unseen. */
export function findLostUpdates(requests: readonly LabRequest[]): readonly LostUpdate[] {
  const versions: KnownVersion[] = [];
  const seen = new Map<string, KnownVersion>();
  const found: LostUpdate[] = [];
  for (const request of requests) {
    const { client, version, record } = request;
    if (version === null || record === null) continue;
    const latest = versions.at(-1);
    const known = { version, record, request };
    if (latest?.version !== version) versions.push(known);
    const before = seen.get(client);
    if (request.method !== 'GET' && latest && before && latest !== versions.at(-1) && before.version < latest.version) {
      const members = lostMembers(before.record, latest.record, record).map((name) => ({
        name,
        seen: before.record[name],
        lost: latest.record[name],
        now: record[name],
        victim: writerOf(name, versions.slice(0, -1)),
      }));
      if (members.length > 0) found.push({ culprit: request, members });
    }
    seen.set(client, known);
  }
  return found;
}

/** The request that gave the member its latest value. */
function writerOf(name: string, versions: readonly KnownVersion[]): LabRequest {
  const value = versions.at(-1)?.record[name];
  const first = versions.findLastIndex(({ record }) => !jsonEqual(record[name], value)) + 1;
  const writer = versions[first];
  if (!writer) throw new Error('A lost member has a version that gave it its value');
  return writer.request;
}

/** A sentence with the numbers of the log, such as `Ben's PUT (request 64) erased Ann's name (request 63): "Eve" is "Ada" again.` */
export function describeLoss(culprit: LabRequest, { name, seen, lost, now, victim }: LostMember): string {
  const { method, client } = culprit;
  const who = `${client}'s ${method} (${placeOf(culprit)})`;
  const whose = `${victim.client}'s ${name} (${placeOf(victim)})`;
  if (!jsonEqual(seen, now))
    return `${who} overwrote ${whose}: ${shown(now)} replaced ${shown(lost)}, which ${client} never read.`;
  return `${who} erased ${whose}: ${shown(lost)} is ${shown(now)} again.`;
}

function placeOf({ entry, number }: LabRequest): string {
  return entry === null ? `step ${number}` : `request ${entry}`;
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** How the lab stands: a lost update, a refused write that its client has not repeated yet, or all writes kept. */
export type LabOutcome =
  | { readonly kind: 'lost'; readonly updates: readonly LostUpdate[] }
  | { readonly kind: 'refused'; readonly request: LabRequest }
  | { readonly kind: 'kept'; readonly changes: readonly SavedChange[] }
  | { readonly kind: 'open' };

/** The latest change of a client. */
export interface SavedChange {
  readonly client: string;
  readonly members: readonly string[];
}

/** The outcome so far; `kept` once two clients have written and none of their changes was lost. */
export function outcomeOf(requests: readonly LabRequest[]): LabOutcome {
  const updates = findLostUpdates(requests);
  if (updates.length > 0) return { kind: 'lost', updates };
  const writes = requests.filter(({ method }) => method !== 'GET');
  const clients = [...new Set(writes.map(({ client }) => client))];
  const latest = clients.map((client) => writes.findLast((write) => write.client === client) as LabRequest);
  const refused = latest.toSorted((a, b) => b.number - a.number).find(({ version }) => version === null);
  if (refused) return { kind: 'refused', request: refused };
  if (clients.length < 2) return { kind: 'open' };
  return { kind: 'kept', changes: latest.map((write) => savedChange(write, requests)) };
}

/** Compares the record after a write with the one before it: a PATCH keeps what other clients changed meanwhile. */
function savedChange({ client, number, record }: LabRequest, requests: readonly LabRequest[]): SavedChange {
  const earlier = requests.findLast((one) => one.number < number && one.record !== null);
  const [before, after] = [earlier?.record ?? {}, record ?? {}];
  return { client, members: Object.keys(after).filter((name) => !jsonEqual(before[name], after[name])) };
}

/** The next request of the played lab. */
export interface LabMove {
  readonly client: string;
  readonly kind: 'read' | 'write';
  /** True after a 428: the write is repeated with a condition. */
  readonly isForced: boolean;
}

/**
 * The next move of the play, or null at its end: both clients read, then both write. A client repeats a write that was
 * refused with 428 with a condition, and one refused with 412 after it has read again. At last the first client reads the
 * result.
 */
export function nextMove(requests: readonly LabRequest[], clients: readonly string[]): LabMove | null {
  const move = (client: string, kind: LabMove['kind'], isForced = false): LabMove => ({ client, kind, isForced });
  for (const client of clients) {
    if (!requests.some((request) => request.client === client && request.version !== null)) return move(client, 'read');
  }
  for (const client of clients) {
    const own = requests.filter((request) => request.client === client);
    const write = own.findLast(({ method }) => method !== 'GET');
    if (!write) return move(client, 'write');
    if (write.version !== null) continue;
    const wasRequired = own.some(({ status }) => status === 428);
    if (write.status === 428) return move(client, 'write', true);
    if (write.status !== 412) return null;
    return own.at(-1) === write ? move(client, 'read') : move(client, 'write', wasRequired);
  }
  const [first = ''] = clients;
  const last = requests.at(-1);
  return last?.client === first && last.method === 'GET' ? null : move(first, 'read');
}
