import type { JsonObject } from '../json/json.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** Which member names a list answer uses; null leaves a member out. The text forms are shorthands for two common ones. */
export interface EnvelopeNames {
  readonly items: string;
  readonly total: string | null;
  readonly limit: string | null;
  readonly offset: string | null;
  readonly page: string | null;
  readonly next: string | null;
  readonly prev: string | null;
  readonly next_cursor: string | null;
}
export type Envelope = 'object' | 'array' | Partial<EnvelopeNames>;

export interface Settings {
  /** TCP port of the mock API; 0 takes any free one. */
  readonly port: number;
  /** TCP port of the console API; 0 takes any free one. */
  readonly consolePort: number;
  /** Address that the mock API listens on. */
  readonly host: string;
  /** Host names beside the loopback names to which the mock API answers. */
  readonly allowedHosts: readonly string[];
  readonly cors: 'loopback' | '*' | 'off' | readonly string[];
  /** Records in a page when the request does not say. */
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly envelope: Envelope;
  /** True: a write without a condition is answered with 428. */
  readonly requirePrecondition: boolean;
  readonly unknownFields: 'reject' | 'ignore';
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
  readonly log: LogLimits;
  /** How many of the latest requests are kept over a restart, beside those with a pin or a note. */
  readonly keptRequests: number;
  /** True: with their secrets. */
  readonly keptSecrets: boolean;
}

export interface LogLimits {
  readonly entries: number;
  /** Bytes that all entries together may hold, heads and captured bodies. */
  readonly bytes: number;
  /** Bytes captured of one body. */
  readonly bodyBytes: number;
}

export const defaultSettings: Settings = {
  port: 4010,
  consolePort: 4011,
  host: '127.0.0.1',
  allowedHosts: [],
  cors: 'loopback',
  pageSize: 20,
  maxPageSize: 1000,
  envelope: 'object',
  requirePrecondition: false,
  unknownFields: 'reject',
  bodyLimit: 1_048_576,
  log: { entries: 10_000, bytes: 67_108_864, bodyBytes: 65_536 },
  keptRequests: 0,
  keptSecrets: false,
};

/** What is said of a collection beside its records. */
export interface CollectionDefinition {
  readonly name: string;
  /** The member that identifies a record; its value is a non-empty string or an integer. */
  readonly key: string;
  /** Default order, in the grammar of `?sort=`; null orders by the key. */
  readonly sort: string | null;
  /** The member that time windows read; null when the collection has none. */
  readonly time: string | null;
  /** JSON Schema 2020-12 that writes must fit; null accepts every object. */
  readonly schema: JsonObject | null;
}

export interface CollectionFixtures {
  readonly definition: CollectionDefinition;
  readonly records: readonly JsonObject[];
}

/** A request that is kept to be sent by hand. */
export interface SavedRequest {
  readonly name: string;
  /** A sentence on what to look at in the answer; empty for none. */
  readonly note: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** A workspace as its file holds it, with every default filled in. */
export interface Workspace {
  readonly name: string;
  readonly settings: Settings;
  readonly collections: readonly CollectionFixtures[];
  readonly scenarios: readonly Scenario[];
  readonly requests: readonly SavedRequest[];
  /** Name of the scenario that is active when the workspace is opened. */
  readonly scenario: string;
}
