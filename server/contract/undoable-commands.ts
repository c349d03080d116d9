import type { CommandName } from './command.ts';

const names = [
  'collections.create',
  'collections.change',
  'collections.duplicate',
  'collections.move',
  'collections.remove',
  'drift.apply',
  'import.apply',
  'records.change',
  'records.generate',
  'records.paste',
  'records.patch',
  'records.prepare',
  'records.put',
  'records.remove',
  'requests.clear',
  'saved.put',
  'saved.remove',
  'saved.rename',
  'scenario.activate',
  'scenarios.addReady',
  'scenarios.import',
  'scenarios.move',
  'scenarios.put',
  'scenarios.remove',
  'sessions.reset',
  'settings.set',
  'snapshots.remove',
  'snapshots.rename',
  'snapshots.restore',
  'snapshots.save',
  'state.keep',
  'state.reset',
  'timeline.restore',
  'users.setStatus',
  'workspace.rename',
] as const satisfies readonly CommandName[];

/** A command whose effect a person can take back: the history records it, or the message that follows offers to. */
export type UndoableCommand = (typeof names)[number];

/** While one of them is in flight, a console does not decide yet what Undo takes back. */
export const undoableCommands: ReadonlySet<CommandName> = new Set(names);
