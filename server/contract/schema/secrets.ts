type Headers = readonly (readonly [name: string, value: string])[];

/** Headers whose values grant access. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key']);

/** Replaces a secret. */
const mask = '***';

export function isSecretHeader(name: string): boolean {
  return secretHeaders.has(name.toLowerCase());
}

/** The headers with each secret value masked. */
export function maskedHeaders(headers: Headers): Headers {
  return headers.map(([name, value]) => [name, isSecretHeader(name) ? mask : value]);
}
