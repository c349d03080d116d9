import { takeInPieces, type Work } from '../basics/work.ts';
import { type JsonObject, jsonEqual } from '../json/json.ts';
import { count } from '../json/wording.ts';
import type { CollectionFixtures } from '../model/collection-definition.ts';
import type { Workspace } from './workspace.ts';

/** The differences between two contents of a workspace, as clauses such as "2 records changed". */
export function* workspaceDifferences(before: Workspace, now: Workspace): Work<readonly string[]> {
  const { added, changed, removed } = yield* recordDifferences(before.collections, now.collections);
  const definitions = ({ collections }: Workspace) => collections.map(({ definition }) => definition);
  const parts: readonly (readonly [clause: string, differs: boolean])[] = [
    [`${count(added, 'record')} added`, added > 0],
    [`${count(changed, 'record')} changed`, changed > 0],
    [`${count(removed, 'record')} removed`, removed > 0],
    ['another name', before.name !== now.name],
    ['other settings', differ(before.settings, now.settings)],
    ['other collections or schemas', differ(definitions(before), definitions(now))],
    ['other scenarios', differ([before.scenario, before.scenarios], [now.scenario, now.scenarios])],
    ['other saved requests', differ(before.requests, now.requests)],
  ];
  return parts.filter(([, differs]) => differs).map(([clause]) => clause);
}

/** Records with the same key in a collection of the same name are compared. */
function* recordDifferences(
  before: readonly CollectionFixtures[],
  now: readonly CollectionFixtures[],
): Work<{ readonly added: number; readonly changed: number; readonly removed: number }> {
  const old = new Map<string, Map<string, JsonObject>>();
  for (const collection of before) old.set(collection.definition.name, yield* byKey(collection));
  let [added, changed, removed] = [0, 0, 0];
  for (const collection of now) {
    const left = old.get(collection.definition.name);
    yield* takeInPieces(yield* byKey(collection), ([key, record]) => {
      const was = left?.get(key);
      if (!was) added += 1;
      else if (!jsonEqual(was, record)) changed += 1;
      left?.delete(key);
    });
  }
  for (const left of old.values()) removed += left.size;
  return { added, changed, removed };
}

function* byKey({ definition, records }: CollectionFixtures): Work<Map<string, JsonObject>> {
  const byKey = new Map<string, JsonObject>();
  yield* takeInPieces(records, (record) => byKey.set(String(record[definition.key]), record));
  return byKey;
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
