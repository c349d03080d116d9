type Headers = readonly (readonly [name: string, value: string])[];

/** The value of a header, whatever its case; several lines are joined as HTTP has it. */
export function headerOf(headers: Headers, wanted: string): string | undefined {
  const values = headers.filter(([name]) => isNamed(name, wanted)).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

export function isNamed(name: string, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}

/** Headers that say something of a connection or a sender, not of what is asked. */
const ownOfConnection = new Set([
  ...['host', 'connection', 'content-length', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['user-agent', 'accept-encoding'],
]);

/** The headers without what only their own connection meant. */
export function portableHeaders(headers: Headers): Headers {
  return headers.filter(([name]) => !ownOfConnection.has(name.toLowerCase()));
}
