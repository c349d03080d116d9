import { z } from 'zod';
import type { JsonObject } from '../../domain/json/json.ts';
import type { CollectionDefinition } from '../../domain/model/collection-definition.ts';
import { collection, record, text } from '../schema/input.ts';
import { type CollectionCheck, type CollectionFields, output } from '../schema/output.ts';

const members = {
  name: text.min(1),
  key: text.min(1),
  sort: text.min(1).nullable(),
  time: text.min(1).nullable(),
  schema: record.nullable(),
  paths: z
    .array(z.strictObject({ path: text.min(1), record: text.min(1).nullable() }))
    .max(100)
    .readonly(),
};
const definition = z.strictObject(members).partial();
const place = z.number().int().min(0);
const changed = output<CollectionDefinition>();

/**
 * The collections of the workspace. A definition has a `name`, the `key` member, the default order `sort`, the member `time`
 * that time windows read, a JSON `schema`, and the `paths` it has beside those below /api. Each edit is undone as one.
 *
 * `users` is what GET /users/{userId} reads: it can be neither renamed nor removed, and its key `userId` stays.
 */
export const collectionCommands = {
  /** The definition and the fields of a collection, with examples of their values. */
  'collections.fields': { input: z.strictObject({ collection }), output: output<CollectionFields>() },
  /**
   * Checks a definition before it is used, for a new collection or for `collection`: its errors, the existing records that
   * would not fit, and what names the collection now. Members that are missing stay as they are.
   */
  'collections.check': {
    input: z.strictObject({ collection: collection.optional(), definition }),
    output: output<CollectionCheck>(),
  },
  /** A JSON Schema that every record of the collection fits: types, required members, formats, and values of a few. */
  'collections.inferSchema': {
    input: z.strictObject({ collection }),
    output: output<{ readonly schema: JsonObject }>(),
  },
  /** Creates an empty collection, by default the last. Refused with `conflict` if the name is taken. */
  'collections.create': {
    input: z.strictObject({ definition: definition.required({ name: true }), at: place.optional() }),
    output: changed,
  },
  /**
   * Changes the named members of a definition; the others stay. Records that do not fit a new schema stay as they are. A new
   * name also changes the rules and saved requests that have the collection's path. A new key, of which every record must
   * have its own, begins the collection anew for sessions. `base` has the members as the edit began; if one of those in
   * `to` has changed since, the edit is refused with `edit-conflict`, and `theirs` is the present definition.
   */
  'collections.change': {
    input: z.strictObject({ collection, to: definition, base: definition.optional() }),
    output: changed,
  },
  /** Copies a collection with its fixtures and live state under a new name and places the copy right after it. */
  'collections.duplicate': { input: z.strictObject({ collection, as: text.min(1) }), output: changed },
  /** Moves a collection to a place in the order of the file, from 0. */
  'collections.move': { input: z.strictObject({ collection, to: place }), output: output<null>() },
  /** Removes a collection with its records. Rules and requests that name it stay. */
  'collections.remove': { input: z.strictObject({ collection }), output: output<null>() },
} as const;
