import type { CommandInput } from '../../../../server/contract/command.ts';
import type { CollectionFields } from '../../../../server/contract/schema/output.ts';
import { type JsonObject, jsonEqual } from '../../../../server/domain/json/json.ts';
import type { LabRequest } from '../../../../server/domain/labs/lost-update.ts';
import { headerOf } from '../../../exchange/headers.ts';
import type { Edits, LabClient } from './played-edits.ts';

export type Condition = 'none' | 'if-match' | 'version';
export type WriteMethod = 'PUT' | 'PATCH';
export type Sendable = CommandInput<'requests.send'>;

/** A request of the lab with the message that was sent. */
export interface LabExchange extends LabRequest {
  readonly sent: Sendable;
  readonly tag: string | null;
  /** The server's sentence on a refusal, or empty. */
  readonly detail: string;
}

/** The record as a client read it last. */
export interface Known {
  readonly record: JsonObject;
  readonly tag: string;
  readonly version: number;
}

export interface ClientState {
  readonly known: Known | null;
  readonly edits: Edits;
}

export interface LostUpdateState {
  readonly collection: string;
  readonly id: string;
  readonly fields: CollectionFields | null;
  readonly condition: Condition;
  readonly method: WriteMethod;
  /** True while the lab's session answers a write without a condition with 428. */
  readonly isRequired: boolean;
  readonly clients: Readonly<Record<LabClient, ClientState>>;
  readonly requests: readonly LabExchange[];
  readonly isPlaying: boolean;
  /** Clients that wait for a response. */
  readonly waiting: readonly LabClient[];
  /** True after the session of the requests has ended: the next request begins anew. */
  readonly isOver: boolean;
  /** Why a request could not be sent, or null. */
  readonly refusal: string | null;
}

/** The edits that a client has made since its form was sent with that content; all of them if nothing of it was sent. */
export function editsSince(content: JsonObject | null, { known, edits }: ClientState): Edits {
  const sent: JsonObject = { ...known?.record, ...content };
  const later = Object.entries({ ...known?.record, ...edits }).filter(([name, value]) => !jsonEqual(sent[name], value));
  return Object.fromEntries(later);
}

/** The members that a restart resets. */
export const fresh: Pick<LostUpdateState, 'clients' | 'requests' | 'isPlaying' | 'waiting' | 'isOver' | 'refusal'> = {
  clients: { Ann: { known: null, edits: {} }, Ben: { known: null, edits: {} } },
  requests: [],
  isPlaying: false,
  waiting: [],
  isOver: false,
  refusal: null,
};

const mediaTypes = { GET: '', PUT: 'application/json', PATCH: 'application/merge-patch+json' } as const;

/** What a client is to send. */
export interface LabMessage {
  readonly client: LabClient;
  readonly method: LabRequest['method'];
  readonly condition: [string, string] | null;
  readonly content: JsonObject | null;
}

/** The request of a client for the record of the lab. */
export function requestOf(
  { collection, id }: Pick<LostUpdateState, 'collection' | 'id'>,
  session: string,
  { client, method, condition, content }: LabMessage,
): Sendable {
  const headers: Sendable['headers'] = [
    ['User-Agent', client],
    ['X-Mock-Session', session],
    ['X-Mock-Scenario', 'Default'],
    ...(condition ? [condition] : []),
    ...(content ? [['Content-Type', mediaTypes[method]] satisfies [string, string]] : []),
  ];
  const target = `/api/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
  return { method, target, headers, body: content && JSON.stringify(content) };
}

/** The header of a condition with the validator of the client's version; null for none. */
export function conditionHeader(condition: Condition, { tag, version }: Known): [string, string] | null {
  if (condition === 'none') return null;
  return condition === 'if-match' ? ['If-Match', tag] : ['X-Resource-Version', String(version)];
}

/** The record of a successful response with its validators; null without them. */
export function knownOf(record: JsonObject, headers: readonly (readonly [string, string])[]): Known | null {
  const tag = headerOf(headers, 'etag');
  const version = headerOf(headers, 'x-resource-version');
  return tag === undefined || version === undefined ? null : { record, tag, version: Number(version) };
}
