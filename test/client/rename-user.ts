/**
 * The program under test of the example suites: renames a user without overwriting concurrent changes.
 * `headers` go with every request.
 */
export async function renameUser(
  mock: string,
  id: string,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<'renamed' | 'not found' | 'busy'> {
  const url = `${mock}/api/users/${id}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const read = await fetch(url, { headers });
    if (read.status === 404) return 'not found';
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
    if (written.status !== 412) return 'not found';
  }
  return 'busy';
}
