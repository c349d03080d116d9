import { z } from 'zod';
import type { JsonObject } from '../../domain/json/json.ts';
import { collection, id, json, listed, record, text } from '../schema/input.ts';
import { type AddedRecords, type ChangeOutcome, output } from '../schema/output.ts';

/** Records by their ids, or all that `records.page` lists so. */
const of = z.union([z.strictObject({ ids: z.array(id).min(1) }), z.strictObject(listed)]);

/** Member names from the record down. */
const path = z.array(text).min(1);

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), path, value: json }),
  z.strictObject({ kind: z.literal('unset'), path }),
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.literal('duplicate') }),
  z.strictObject({ kind: z.literal('reset') }),
  z.strictObject({ kind: z.literal('keep') }),
]);

/**
 * `preview` reports what would change. `all` changes every record, or none: if one of them cannot be changed, it is refused
 * with `records-refused`. `rest` skips the records that cannot be changed.
 */
const as = z.enum(['preview', 'all', 'rest']);

/** The records by their ids, live ones or else fixtures, as the edit began. */
const base = z.record(id, record).optional();

/**
 * Changes of many records in fixtures and live state, each undone as one edit. They run in time slices between requests,
 * one change at a time; `jobs.cancel` reverts it. A record that is not as in `base` any more, in the members that the edit sets,
 * is refused; one that `base` lacks is changed as it is.
 */
export const recordChangeCommands = {
  /** Applies one change to many records. */
  'records.change': { input: z.strictObject({ collection, of, change, as, base }), output: output<ChangeOutcome>() },

  /**
   * Pastes rows of cells, as a spreadsheet has them. A cell sets a member, or removes it when it has no value. A row
   * without an id creates a record.
   */
  'records.paste': {
    input: z.strictObject({
      collection,
      rows: z
        .array(z.strictObject({ id: id.nullable(), cells: z.array(z.strictObject({ path, value: json.optional() })) }))
        .min(1),
      as,
      base,
    }),
    output: output<ChangeOutcome>(),
  },

  /**
   * Generates records from the schema and the values of existing records; the same seed over the same records gives the
   * same result. `preview` returns the first ones and adds none.
   */
  'records.generate': {
    input: z.strictObject({
      collection,
      count: z.number().int().min(1).max(100_000),
      seed: z.number().int().min(0).max(0xffff_ffff),
      as: z.enum(['preview', 'add']),
    }),
    output: output<{
      readonly records: number;
      readonly first: readonly JsonObject[];
      /** Null for a preview. */
      readonly added: AddedRecords | null;
    }>(),
  },
} as const;
