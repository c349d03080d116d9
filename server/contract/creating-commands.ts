import type { CommandName } from './command.ts';

/** Commands that would create something twice if they were sent twice. A console sends them with an idempotency key. */
export const creatingCommands: ReadonlySet<CommandName> = new Set<CommandName>([
  'records.put',
  'records.prepare',
  'records.change',
  'records.paste',
  'records.generate',
  'import.apply',
  'collections.create',
  'collections.change',
  'collections.duplicate',
  'snapshots.save',
  'scenarios.put',
  'scenarios.import',
  'scenarios.addReady',
  'saved.put',
  'expectations.add',
]);

/**
 * Steps through the history, which the console sends with an idempotency key as well: sent again, one takes another step, which
 * is meant unless the reply to the one before was lost.
 */
export const historySteps: ReadonlySet<CommandName> = new Set<CommandName>(['history.undo', 'history.redo']);
