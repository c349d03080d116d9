import { useEffect, useState } from 'react';
import type { RequestDetail } from '../../../server/contract/schema/output.ts';
import type { RequestSummary } from '../../../server/contract/schema/state.ts';
import type { Client } from '../../console/client.ts';
import { useConsole } from '../../console/use-console.ts';
import { headerOf } from '../headers.ts';

/** Writes that mention a tag are few; more are not looked at. */
const mostLookedAt = 5;

/** Names the request that wrote the record's current version, after a 412. Empty if no request of the log did. */
export function VersionWriter({ detail }: { readonly detail: RequestDetail }) {
  const { client } = useConsole();
  const [writer, setWriter] = useState<RequestSummary | null>(null);
  useEffect(() => {
    let wanted = true;
    void findWriter(client, detail).then((found) => {
      if (wanted) setWriter(found);
    });
    return () => {
      wanted = false;
    };
  }, [client, detail]);
  if (!writer) return null;
  return (
    <p>
      The current version was written by{' '}
      <a href={`#/requests/${writer.id}`}>
        request {writer.id} ({writer.method})
      </a>
      .
    </p>
  );
}

/** The earlier write whose response has the tag that this response names as the current one. */
export async function findWriter(client: Client, { id, response }: RequestDetail): Promise<RequestSummary | null> {
  const tag = headerOf(response?.headers ?? [], 'etag');
  if (tag === undefined) return null;
  const listed = await client.call('requests.list', { query: `header:${tag.replaceAll('"', '')} status:2` });
  if (!listed.ok) return null;
  const writes = [...listed.value.entries, ...listed.value.kept]
    .filter((one) => one.id < id && ['POST', 'PUT', 'PATCH'].includes(one.method))
    .toSorted((a, b) => a.id - b.id)
    .slice(0, mostLookedAt);
  for (const write of writes) {
    const reply = await client.call('requests.get', { id: write.id });
    if (reply.ok && headerOf(reply.value.response?.headers ?? [], 'etag') === tag) return write;
  }
  return null;
}
