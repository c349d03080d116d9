import { z } from 'zod';
import type { HistoryEntry } from '../../domain/records/edit-history.ts';
import { collection, nothing, settingsPatch, text } from '../schema/input.ts';
import { type ImportPreview, output } from '../schema/output.ts';
import type { ConsoleState } from '../schema/state.ts';

/** True: edits that cannot be saved go. */
const drop = z.boolean().optional();
const opened = output<{ readonly file: string | null }>();

/** The workspace as a whole: its file, its settings, its server, what can be taken back. */
export const workspaceCommands = {
  /** The state, and the number of the last event that it contains. */
  'workspace.get': { input: nothing, output: output<ConsoleState & { readonly seq: number }>() },
  /** The workspace as its file holds it, as text: the fixtures, not the live state. */
  'workspace.export': { input: nothing, output: output<{ readonly file: string; readonly text: string }>() },

  /**
   * Opens a new workspace in a file that the person chooses in the shell's own dialog, as no console may name a path. Gives
   * the file's name, null when none was chosen; refused with `needs-dialogs` where the shell has none, and while there are edits
   * that cannot be saved, unless they are to be dropped.
   */
  'workspace.create': { input: z.strictObject({ drop }), output: opened },
  /** Opens a file that the person chooses in the same way, or the one with that place among the recent ones. */
  'workspace.open': { input: z.strictObject({ recent: z.number().int().min(0).optional(), drop }), output: opened },
  /** Puts the last good content in place of the file that could not be opened just now, and opens it. */
  'workspace.restoreBackup': { input: nothing, output: opened },
  /** Keeps the workspace in a file that the person chooses, from now on. */
  'workspace.saveAs': { input: nothing, output: opened },
  /** Saves now, over whatever another program has put into the file. */
  'workspace.overwrite': { input: nothing, output: output<null>() },
  /** Opens the workspace from its file anew; live state, snapshots, sessions and history go. */
  'workspace.reload': { input: nothing, output: opened },

  /**
   * Reads the text of a file, of any format that a workspace can be opened from, and says what an import would do. Records
   * of a file that names no collection are for `into`, else for the one that is called like the file, else for users.
   * There is one import at a time: another preview takes the place of the one before.
   */
  'import.preview': {
    input: z.strictObject({ text: z.string(), fileName: z.string().min(1), into: collection.optional() }),
    output: output<ImportPreview>(),
  },
  /** Does what a preview said, to the collections that are named: fixtures and live state, to be undone as one. */
  'import.apply': {
    input: z.strictObject({ id: z.number().int(), collections: z.array(collection).min(1) }),
    output: output<{ readonly records: number }>(),
  },
  /**
   * Cancels the jobs of a kind and takes back what they have done: an import (also forgets its preview), all exports, or a
   * change of many records. What such a job was asked for is then refused with `job-cancelled`.
   */
  'jobs.cancel': { input: z.strictObject({ kind: z.enum(['import', 'export', 'edit']) }), output: output<null>() },

  /** Gives the workspace another name, which its file then holds; the file keeps its own. */
  'workspace.rename': { input: z.strictObject({ name: text.trim().min(1) }), output: output<null>() },
  /** Changes the named settings; the others stay. */
  'settings.set': { input: z.strictObject({ settings: settingsPatch }), output: output<null>() },

  /** Lets the mock server listen. */
  'server.start': { input: nothing, output: output<null>() },
  /** Closes the mock server; the console stays. */
  'server.stop': { input: nothing, output: output<null>() },

  /** Undoes the last edit and gives its label, or null when there is none. */
  'history.undo': { input: nothing, output: output<{ readonly label: string | null }>() },
  /** Redoes the last undone edit and gives its label, or null when there is none. */
  'history.redo': { input: nothing, output: output<{ readonly label: string | null }>() },
  /** What was done in the console and can be undone or redone, the latest first. */
  'history.list': { input: nothing, output: output<{ readonly entries: readonly HistoryEntry[] }>() },
  /**
   * Undoes or redoes until that entry is the last one that is done; with null, none is. Refused with `conflict` when it is
   * no longer there.
   */
  'history.goTo': {
    input: z.strictObject({ id: z.number().int().nullable() }),
    output: output<{ readonly steps: number }>(),
  },
} as const;
