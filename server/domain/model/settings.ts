/** The member names of a list response; null leaves a member out. */
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

/** The form of a list response: one of two common forms by name, or member names that differ from `object`. */
export type Envelope = 'object' | 'array' | Partial<EnvelopeNames>;

/** Whose parameters and forms of lists and errors the mock speaks. */
export const dialectNames = ['default', 'json-server-0.17', 'json-server-1', 'scim', 'json-api'] as const;

export type DialectName = (typeof dialectNames)[number];

export interface Settings {
  /** TCP port of the mock API; 0 takes any free one. */
  readonly port: number;
  /** TCP port of the console API; 0 takes any free one. */
  readonly consolePort: number;
  /** True: the mock API is served over HTTPS too, on a port of its own. */
  readonly https: boolean;
  /** TCP port of the mock API over HTTPS; 0 takes any free one. */
  readonly httpsPort: number;
  /** Address on which the mock API listens. */
  readonly host: string;
  /** Host names that the mock API accepts beside the loopback names. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may use the mock: those on this machine, only to read or also to write, any, none, or a list. */
  readonly cors: 'loopback-read' | 'loopback' | '*' | 'off' | readonly string[];
  /** Records on a page when the request names no limit; at most `maxPageSize`. */
  readonly pageSize: number;
  /** Largest limit that a request may name. */
  readonly maxPageSize: number;
  /** The conventions of the mock API: its own, or those of another kind of service. */
  readonly dialect: DialectName;
  /** Form of a list response: an object, a bare array, or an object with these member names. */
  readonly envelope: Envelope;
  /** True: a write without a precondition is refused with 428. */
  readonly requirePrecondition: boolean;
  /** True: POST and PATCH honour the header Idempotency-Key, so that a retry gets the first response again. */
  readonly idempotencyKeys: boolean;
  /** True: GET /users/{userId} is the User Information Service. False leaves that path to the collections. */
  readonly userService: boolean;
  /** Whether a filter on a field that no record has is refused with 400, or ignored. */
  readonly unknownFields: 'reject' | 'ignore';
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
  readonly log: LogLimits;
  /** How many of the latest requests survive a restart; annotated ones always do. */
  readonly keptRequests: number;
  /** True: secrets in those requests survive too. */
  readonly keptSecrets: boolean;
  /** Names of headers, parameters and members to mask, beside Authorization, cookies, API keys, tokens and passwords. */
  readonly secretNames: readonly string[];
}

export interface LogLimits {
  /** Requests that the log holds. */
  readonly entries: number;
  /** Bytes of all entries together, heads and captured bodies. */
  readonly bytes: number;
  /** Bytes captured of one body. */
  readonly bodyBytes: number;
}

export const defaultSettings: Settings = {
  port: 4010,
  consolePort: 4011,
  https: false,
  httpsPort: 4443,
  host: '127.0.0.1',
  allowedHosts: [],
  cors: 'loopback-read',
  pageSize: 20,
  maxPageSize: 1000,
  dialect: 'default',
  envelope: 'object',
  requirePrecondition: false,
  idempotencyKeys: false,
  userService: true,
  unknownFields: 'reject',
  bodyLimit: 1_048_576,
  log: { entries: 10_000, bytes: 41_943_040, bodyBytes: 65_536 },
  keptRequests: 0,
  keptSecrets: false,
  secretNames: [],
};
