import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import type { Header } from './draft.ts';

/**
 * What somebody else could change in a record: one member at a time, the least surprising first. Not every one fits the
 * collection's schema, so there are several to try.
 */
export function otherChanges(record: JsonObject, key: string): readonly JsonObject[] {
  const changes = Object.entries(record).flatMap(([name, value]) => {
    const changed = name === key ? undefined : another(value);
    return changed === undefined ? [] : [{ rank: rankOf(name, value), patch: { [name]: changed } }];
  });
  return [...changes.sort((a, b) => a.rank - b.rank).map(({ patch }) => patch), { changed_by: 'somebody else' }];
}

function another(value: Json): Json | undefined {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return value.endsWith(' (edited)') ? value.slice(0, -9) : `${value} (edited)`;
  return undefined;
}

/** A name is what people edit; other names that end like it are references, whose values mean something. */
function rankOf(name: string, value: Json): number {
  if (name === 'name' || name === 'title') return 0;
  if (/id$/i.test(name)) return 4;
  return typeof value === 'boolean' ? 1 : typeof value === 'number' ? 2 : 3;
}

/** The headers of another client: in the same session, and under no scenario that would keep it from changing anything. */
export function otherClient(session: string | undefined): Header[] {
  const headers: Header[] = [
    ['User-Agent', 'Somebody else'],
    ['X-Mock-Scenario', 'Default'],
  ];
  return session === undefined ? headers : [...headers, ['X-Mock-Session', session]];
}
