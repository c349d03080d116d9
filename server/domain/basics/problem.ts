/**
 * The reasons for which the mock API and the console API refuse a request or a command. A code and its title never
 * change; the `detail` of a problem describes the single occurrence.
 */
export const catalogue = {
  'bad-request': [400, 'The request cannot be understood'],
  'bad-path': [400, 'The path cannot be decoded'],
  'bad-parameter': [400, 'A parameter has a value that cannot be used'],
  'unknown-field': [400, 'A parameter names a field that no record has'],
  'mixed-pagination': [400, 'Parameters of different pagination styles were mixed'],
  'bad-filter': [400, 'The filter cannot be parsed'],
  'bad-cursor': [400, 'The cursor cannot be used'],
  'bad-header': [400, 'A header has a value that cannot be used'],
  'bad-body': [400, 'The body cannot be parsed'],
  'bad-patch': [400, 'The patch document is malformed'],
  unauthorized: [401, 'A valid token is needed'],
  'forbidden-origin': [403, 'Pages of this origin may not do this'],
  'fixtures-only': [403, 'The mock serves its fixtures only'],
  'not-found': [404, 'There is nothing at this address'],
  'unknown-collection': [404, 'There is no such collection'],
  'unknown-record': [404, 'There is no such record'],
  'unknown-scenario': [404, 'There is no such scenario'],
  'unknown-request': [404, 'The request log does not hold that request'],
  'unknown-session': [404, 'There is no such session'],
  'unknown-snapshot': [404, 'There is no such snapshot'],
  'unknown-moment': [404, 'The timeline has no such moment'],
  'unknown-expectation': [404, 'There is no such expectation'],
  'unknown-command': [404, 'There is no such command'],
  'cursor-expired': [410, 'The cursor has expired'],
  'method-not-allowed': [405, 'The method is not allowed here'],
  'request-timeout': [408, 'The request took too long to arrive'],
  conflict: [409, 'The change conflicts with existing data'],
  'request-in-progress': [409, 'The first request with this idempotency key is still in progress'],
  'edit-conflict': [409, 'It has changed since the edit began'],
  'test-failed': [409, 'A test operation of the patch failed'],
  'precondition-failed': [412, 'A precondition does not hold'],
  'body-too-large': [413, 'The body is larger than the limit'],
  'unsupported-media-type': [415, 'The media type of the body is not supported'],
  'expectation-failed': [417, 'The expectation cannot be met'],
  'misdirected-host': [421, 'The Host header names another host'],
  'key-reused': [422, 'The idempotency key belongs to another call'],
  'unprocessable-patch': [422, 'The patch cannot be applied to the record'],
  'invalid-record': [422, 'The record does not fit its collection'],
  'inexact-number': [422, 'A number cannot be held exactly'],
  'precondition-required': [428, 'The request must be conditional'],
  'rate-limited': [429, 'The limit of requests is used up'],
  'headers-too-large': [431, 'The header section is larger than the limit'],
  'chosen-status': [500, 'The status was chosen by the request'],
  internal: [500, 'The program failed'],
  'upstream-unavailable': [502, 'The upstream cannot be reached'],
  'upstream-invalid': [502, 'The response of the upstream cannot be passed on'],
  'upstream-loop': [502, 'The upstream leads back to this mock'],
  'upstream-timeout': [504, 'The upstream took too long'],
  'records-refused': [422, 'Some records cannot be changed like this'],
  'job-cancelled': [409, 'The job was cancelled'],
  'read-only': [409, 'The workspace is open read-only'],
  'save-failed': [507, 'The workspace could not be saved'],
  'invalid-scenario': [422, 'The scenario cannot be used'],
  'invalid-workspace': [422, 'The workspace cannot be used'],
  'invalid-expectation': [422, 'The expectation cannot be declared'],
  'port-unavailable': [409, 'The port cannot be used'],
  'certificate-refused': [409, 'The certificate cannot be used'],
  'needs-dialogs': [409, 'This needs the desktop program'],
  'server-stopped': [409, 'The mock server does not listen'],
  'share-refused': [409, 'The live state cannot be shared'],
  'share-away': [503, 'The shared live state cannot be reached'],
  'not-shared': [501, 'This is not available while instances share their live state'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof catalogue;

/** A JSON value: the same type as `Json`, declared here because this room lies below `json/`. */
type Extension = null | boolean | number | string | readonly Extension[] | { readonly [name: string]: Extension };

/** The problem details object of RFC 9457, section 3. `type` is a path of the mock server that describes the problem. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly [extension: string]: Extension;
}

/** Builds the problem of that code; `detail` is a whole sentence, `extensions` are further members (RFC 9457, 3.2). */
export function problem(code: ProblemCode, detail: string, extensions?: Record<string, Extension>): Problem {
  const [status, title] = catalogue[code];
  return { type: `/problems/${code}`, title, status, detail, ...extensions };
}

/** The catalogue's entry for a code, or undefined for a word that is no code. */
export function describeProblem(code: string): { code: string; status: number; title: string } | undefined {
  if (!Object.hasOwn(catalogue, code)) return undefined;
  const [status, title] = catalogue[code as ProblemCode];
  return { code, status, title };
}
