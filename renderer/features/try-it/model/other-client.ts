import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../server/domain/json/json.ts';
import type { Client } from '../../../console/client.ts';
import type { Header } from './draft.ts';
import { jsonOf } from './response.ts';

/**
 * Patches that another client could send: one member each, the least surprising first. The collection's schema may
 * refuse some of them, so the caller tries them in order.
 */
export function otherChanges(record: JsonObject, key: string): readonly JsonObject[] {
  const changes = Object.entries(record).flatMap(([name, value]) => {
    const changed = name === key ? undefined : another(value);
    return changed === undefined ? [] : [{ rank: rankOf(name, value), patch: { [name]: changed } }];
  });
  return [...changes.sort((a, b) => a.rank - b.rank).map(({ patch }) => patch), { changed_by: 'another client' }];
}

function another(value: Json): Json | undefined {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return value.endsWith(' (edited)') ? value.slice(0, -9) : `${value} (edited)`;
  return undefined;
}

/** People edit names first; an id refers to another record, so it comes last. */
function rankOf(name: string, value: Json): number {
  if (name === 'name' || name === 'title') return 0;
  if (/id$/i.test(name)) return 4;
  return typeof value === 'boolean' ? 1 : typeof value === 'number' ? 2 : 3;
}

interface OtherPlace {
  /** The target of the record. */
  readonly target: string;
  /** The collection's key, which does not change. */
  readonly key: string;
  readonly session: string | undefined;
}

/**
 * Makes a new version of a record as another client would: in the same session, and under the default scenario, whose
 * rules do not interfere. Returns the name of the changed member, or a sentence with the reason.
 */
export async function changeAsOtherClient(
  client: Client,
  { target, key, session }: OtherPlace,
): Promise<Result<string, string>> {
  const own: Header[] = [
    ['User-Agent', 'Another client'],
    ['X-Mock-Scenario', 'Default'],
    ...(session === undefined ? [] : [['X-Mock-Session', session] satisfies Header]),
  ];
  const read = await client.call('requests.send', { method: 'GET', target, headers: own, body: null });
  if (!read.ok) return refuse(read.problem.detail);
  const record = read.value.response?.status === 200 ? jsonOf(read.value.response) : undefined;
  if (!isJsonObject(record)) return refuse(`There is no record at ${target}.`);
  const headers: Header[] = [...own, ['If-Match', '*'], ['Content-Type', 'application/merge-patch+json']];
  for (const patch of otherChanges(record, key)) {
    const body = JSON.stringify(patch);
    const reply = await client.call('requests.send', { method: 'PATCH', target, headers, body });
    if (!reply.ok) return refuse(reply.problem.detail);
    const [changed = ''] = Object.keys(patch);
    if (reply.value.response?.status === 200) return accept(changed);
  }
  return refuse(`The schema of the record at ${target} allows no change.`);
}
