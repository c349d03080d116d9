type Headers = readonly (readonly [name: string, value: string])[];

/** Header fields whose values may open doors. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key']);

/** What stands in place of a secret. */
const mask = '***';

export function isSecretHeader(name: string): boolean {
  return secretHeaders.has(name.toLowerCase());
}

/** The fields with a mask in place of each value that may open doors. */
export function maskedHeaders(headers: Headers): Headers {
  return headers.map(([name, value]) => [name, isSecretHeader(name) ? mask : value]);
}
