/**
 * The program under test of this suite: it renames a user without overwriting what somebody else has changed meanwhile.
 * `headers` are what a suite lets it send with every request.
 */
export async function renameUser(
  mock: string,
  id: string,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<'renamed' | 'gone' | 'busy'> {
  const url = `${mock}/api/users/${id}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const read = await fetch(url, { headers });
    if (read.status === 404) return 'gone';
    const written = await fetch(url, {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/merge-patch+json',
        'if-match': read.headers.get('etag') ?? '',
      },
      body: JSON.stringify({ name }),
    });
    if (written.ok) return 'renamed';
    if (written.status !== 412) return 'gone';
  }
  return 'busy';
}
