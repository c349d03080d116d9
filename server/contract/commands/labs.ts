import { z } from 'zod';
import { crawlQuirks, listChanges, type PaginationRun } from '../../domain/labs/pagination-run.ts';
import { collection, text } from '../schema/input.ts';
import { output } from '../schema/output.ts';

/** Experiments that show how clients go wrong. */
export const labCommands = {
  /**
   * Crawls a copy of a collection's records in all five pagination styles at once, while records are inserted, deleted and
   * moved between the pages; nothing is sent or kept. The same input gives the same run while the records are the same.
   * `records` are the first ones in the order of `sort`, 40 by default; `rate` is the number of changes between two pages, 2
   * by default. The clients follow the links of the server unless `client` is `computes`: then they work out the next page
   * themselves. Refused with `unknown-collection`, and as a list would be for `sort`.
   */
  'labs.pagination': {
    input: z.strictObject({
      collection,
      records: z.number().int().min(2).max(160).optional(),
      pageSize: z.number().int().min(1).max(50).optional(),
      sort: text.min(1).optional(),
      rate: z.number().int().min(0).max(20).optional(),
      changes: z.array(z.enum(listChanges)).optional(),
      seed: z.number().int().min(0).max(2_147_483_647).optional(),
      client: z.enum(['follows', 'computes']).optional(),
      quirks: z.array(z.enum(crawlQuirks)).optional(),
    }),
    output: output<PaginationRun>(),
  },
} as const;
