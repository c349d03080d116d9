import type { JsonObject } from '../../server/domain/json/json.ts';

/** Records with an id and a size, and a count of how often the reading of sizes moved on to another record. */
export function watchedRecords(count: number) {
  let latest = -1;
  let moves = 0;
  const records = Array.from(
    { length: count },
    (_, id): JsonObject => ({
      id,
      get size() {
        if (latest !== id) moves += 1;
        latest = id;
        return 1;
      },
    }),
  );
  return { records, moves: () => moves };
}
