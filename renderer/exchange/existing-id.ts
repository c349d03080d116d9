import type { Client } from '../console/client.ts';

/** The user whom the documents and the sample name. */
export const preferredId = '42';

/** The id of a record for an example: 42 if the collection has it, else the first one; null if it has no record. */
export async function existingId(client: Client, collection: string): Promise<string | null> {
  const preferred = await client.call('records.get', { collection, id: preferredId });
  if (preferred.ok && preferred.value.live) return preferredId;
  const page = await client.call('records.page', { collection, query: '', offset: 0, limit: 1 });
  return page.ok ? (page.value.rows[0]?.id ?? null) : null;
}
