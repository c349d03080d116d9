type Headers = readonly (readonly [name: string, value: string])[];

/** The value of a header, by name without regard to case; repeated headers are joined (RFC 9110, section 5.3). */
export function headerOf(headers: Headers, wanted: string): string | undefined {
  const values = headers.filter(([name]) => isNamed(name, wanted)).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

export function isNamed(name: string, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}

/** Headers that belong to the connection or the client, not to the request. */
const ownOfConnection = new Set([
  ...['host', 'connection', 'content-length', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['user-agent', 'accept-encoding'],
]);

/** The headers without those of the connection. */
export function portableHeaders(headers: Headers): Headers {
  return headers.filter(([name]) => !ownOfConnection.has(name.toLowerCase()));
}
