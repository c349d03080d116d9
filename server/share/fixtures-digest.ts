import { createHash } from 'node:crypto';
import { takeInPieces, type Work } from '../domain/basics/work.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import { commonSettings } from '../workspace/workspace-parts.ts';

/** Characters that are hashed at once, about. */
const mostCharacters = 65_536;

/** A workspace as it was read, or as it is written. */
interface DigestedWorkspace<Item> extends Pick<Workspace, 'scenarios' | 'settings'> {
  readonly collections: readonly { readonly definition: CollectionDefinition; readonly records: Iterable<Item> }[];
}

/**
 * Identifies what instances of one mock must have in common: collections with their fixtures, scenarios, and the settings on
 * which responses depend. `textOf` gives a record as JSON.
 */
export function* fixturesDigest<Item>(
  { collections, scenarios, settings }: DigestedWorkspace<Item>,
  textOf: (record: Item) => string,
): Work<string> {
  const common = Object.entries(commonSettings(settings));
  const hash = createHash('sha256').update(JSON.stringify([common.toSorted(), scenarios]));
  // One call for many records takes a fraction of the time.
  let texts = '';
  for (const { definition, records } of collections) {
    texts += JSON.stringify(definition);
    yield* takeInPieces(records, (record) => {
      texts += textOf(record);
      if (texts.length <= mostCharacters) return;
      hash.update(texts);
      texts = '';
    });
  }
  hash.update(texts);
  return hash.digest('base64url');
}
