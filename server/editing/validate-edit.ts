import type { Problem } from '../domain/basics/problem.ts';
import type { RecordLevels } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { validateRecord } from '../domain/records/validate-record.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

/** Why a record cannot be changed like this, or undefined: fixture and live record are validated each on its own. */
export function validateEdit(
  { checkSchema }: LiveWorkspace,
  { definition }: SharedCollection,
  id: string,
  before: RecordLevels,
  after: RecordLevels,
): Problem | undefined {
  const isOne = after.fixture === after.live && before.fixture === before.live;
  for (const level of isOne ? (['live'] as const) : (['fixture', 'live'] as const)) {
    const value = after[level];
    const reason = value && validateRecord(definition, value, { id, value: before[level] }, checkSchema);
    if (reason) return reason;
  }
  return undefined;
}
