import type { JsonObject } from '../json/json.ts';
import type { CollectionPath } from './collection-path.ts';

/** The definition of a collection in the workspace file, without its records. */
export interface CollectionDefinition {
  readonly name: string;
  /** The member that identifies a record; its value is a non-empty string or an integer. */
  readonly key: string;
  /** The default order, in the grammar of `?sort=`; null orders by the key. */
  readonly sort: string | null;
  /** The member that time windows read; null when the collection has none. */
  readonly time: string | null;
  /** The JSON Schema 2020-12 that records must match; null accepts every object. */
  readonly schema: JsonObject | null;
  /** Its paths beside those below `/api`; missing for none. */
  readonly paths?: readonly CollectionPath[];
}

export interface CollectionFixtures {
  readonly definition: CollectionDefinition;
  readonly records: readonly JsonObject[];
}

/**
 * A name needs no percent-encoding in a path. It does not begin with a digit, because JavaScript objects move integer
 * names to the front and would reorder the collections of a file.
 */
export const collectionName = /^[A-Za-z][A-Za-z0-9._~-]*$/;

export const collectionNameRule = "a collection's name is a letter, then letters, digits and . _ ~ -";

export function isCollectionName(name: string): boolean {
  return collectionName.test(name);
}

/** The nearest name that a collection may have, such as `my-team` for "my team". */
export function collectionNameFor(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9._~-]/g, '-');
  return isCollectionName(plain) ? plain : `collection-${plain}`;
}
