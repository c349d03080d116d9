import { z } from 'zod';
import type { HistoryEntry } from '../../domain/records/edit-step.ts';
import type { ImportPreview, ImportRow } from '../schema/import.ts';
import { collection, importChoice, nothing, record, settingsPatch, text } from '../schema/input.ts';
import { type AddedRecords, output, type RecordName, type WorkspaceBackup } from '../schema/output.ts';
import type { Reach } from '../schema/reach.ts';
import type { ConsoleState } from '../schema/state.ts';

/** True: edits that cannot be saved go. */
const drop = z.boolean().optional();
const editId = z.number().int().optional();
const opened = output<{ readonly file: string | null }>();

/** The workspace as a whole: its file, its settings, its server, what can be taken back. */
export const workspaceCommands = {
  /** The state of the console, with the number of the last event it contains. */
  'workspace.get': { input: nothing, output: output<ConsoleState & { readonly seq: number }>() },
  /** The workspace as the text of its file: the fixtures, not the live state. */
  'workspace.export': { input: nothing, output: output<{ readonly file: string; readonly text: string }>() },

  /**
   * Creates a workspace in a file that the user chooses in the shell's dialog; a console never names a path. Returns
   * the file's name, null when the dialog was cancelled. Refused with `needs-dialogs` without a desktop shell, and
   * while there are edits that cannot be saved unless `drop` is true.
   */
  'workspace.create': { input: z.strictObject({ drop }), output: opened },
  /**
   * Opens a file that the user chooses in the shell's dialog, or the recent file with that index. Refused as
   * `workspace.create` is.
   */
  'workspace.open': { input: z.strictObject({ recent: z.number().int().min(0).optional(), drop }), output: opened },
  /** Lists the backups beside the open file, the latest first, with the time (milliseconds since 1970) and their records. */
  'workspace.backups': { input: nothing, output: output<{ readonly backups: readonly WorkspaceBackup[] }>() },
  /**
   * Replaces the damaged file that could not be opened just now by a backup, by default its last good content, and opens it.
   * The refusal named the backups in its member `backups`. If no such file is waiting, `backup` restores the open file.
   */
  'workspace.restoreBackup': { input: z.strictObject({ backup: z.string().optional() }), output: opened },
  /**
   * Saves the workspace to a file that the user chooses, now and from then on. Without a desktop shell, the workspace of a file
   * of another format is saved beside it, under a free name such as `db.workspace.json`; any other is refused with
   * `needs-dialogs`.
   */
  'workspace.saveAs': { input: nothing, output: opened },
  /** Saves now, over the changes that another program has made to the file. */
  'workspace.overwrite': { input: nothing, output: output<null>() },
  /** Opens the workspace from its file again. Live state, sessions and history are lost. */
  'workspace.reload': { input: nothing, output: opened },

  /**
   * Reads a file of any format that opens as a workspace, and reports what an import would do. Records without a
   * collection of their own go to `into`, else to the existing collection named like the file, else to `open` if they have
   * its key and it knows most of their other members, else to a new collection named like the file, else to users. A new
   * preview replaces the previous one of the same console, and cancels its import. `choices` name collections as the file does, and say where the records of each go
   * (`into`), which member is the key of a new collection (`key`), and what happens to existing records (`mode`): `merge`
   * keeps the members that the file lacks, `replace` replaces whole records, `replace-all` also removes the records that
   * the file lacks. By default CSV is merged and other formats replace. A new record gets the schema's `default` of a
   * required member that it lacks, and `notes` say so. Refused with `bad-request` if a choice cannot be followed, such as a
   * key that some records lack.
   */
  'import.preview': {
    input: z.strictObject({
      text: z.string(),
      fileName: z.string().min(1),
      /** The encoding of the file if it was a guess, which the notes say then. */
      encoding: z.literal('windows-1252').optional(),
      into: collection.optional(),
      open: collection.optional(),
      choices: z.array(importChoice).optional(),
    }),
    output: output<ImportPreview>(),
  },
  /**
   * A page of the records of a preview, in file order, each before and after the import: new, changed, the same, removed, or
   * refused with all faults. Refused with `job-cancelled` if the preview is not held any more.
   */
  'import.rows': {
    input: z.strictObject({
      id: z.number().int(),
      collection,
      kind: z.enum(['new', 'changed', 'same', 'removed', 'refused']),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(1000),
    }),
    output: output<{ readonly rows: readonly ImportRow[]; readonly total: number }>(),
  },
  /**
   * Imports the named collections of a preview into fixtures and live state, as one edit; with `settings`, changes the
   * settings as the preview suggests too. Returns the number of records that were created, changed or removed, and the first
   * one that was created, or else changed. Refused with `conflict`, and nothing is imported, once a collection of the import,
   * its schema or a fixture that it would change or create has changed since the preview; what clients write over a fixture
   * is replaced. Refused with `job-cancelled` if it was cancelled, or the preview is not held any more.
   */
  'import.apply': {
    input: z.strictObject({
      id: z.number().int(),
      collections: z.array(collection).min(1),
      settings: z.boolean().optional(),
    }),
    output: output<{
      readonly records: number;
      readonly first: RecordName | null;
      /** The new records of the first collection that has any. */
      readonly added: AddedRecords | null;
    }>(),
  },
  /**
   * Cancels the jobs of a kind and reverts what they have done: an import with its preview, all exports, a change of many
   * records, or a comparison with the upstream. A console cancels only those that it began; a caller without an id, those of
   * all. The command that began such a job is then refused with `job-cancelled`.
   */
  'jobs.cancel': {
    input: z.strictObject({ kind: z.enum(['import', 'export', 'edit', 'replay', 'drift']) }),
    output: output<null>(),
  },

  /**
   * Renames the workspace; its file keeps its name. `base` is the name that the edit began from; if another one has been
   * given since, the edit is refused with `edit-conflict`.
   */
  'workspace.rename': {
    input: z.strictObject({ name: text.trim().min(1), base: text.optional() }),
    output: output<null>(),
  },
  /**
   * Changes the named settings; the others stay. `base` has their values as the edit began. If one of them has changed
   * since, the edit is refused with `edit-conflict`, and `theirs` has the present values.
   */
  'settings.set': {
    input: z.strictObject({ settings: settingsPatch, base: record.optional() }),
    output: output<null>(),
  },

  /** Lets the mock server listen. */
  'server.start': { input: nothing, output: output<null>() },
  /** The addresses by which other devices reach the mock, and the certificate authority that they have to trust for HTTPS. */
  'server.reach': { input: nothing, output: output<Reach>() },
  /** Closes the mock server; the console stays. */
  'server.stop': { input: nothing, output: output<null>() },

  /**
   * Undoes the last edit and gives its label, or null when there is none. `edit` is the id of the edit that is meant. Refused
   * with `edit-conflict`, and the last edit in `edits`, if that is another one, or if a console that names no edit did not
   * make it.
   */
  'history.undo': { input: z.strictObject({ edit: editId }), output: output<{ readonly label: string | null }>() },
  /** Redoes the last undone edit and gives its label, or null when there is none. Refused as `history.undo` is. */
  'history.redo': { input: z.strictObject({ edit: editId }), output: output<{ readonly label: string | null }>() },
  /** The edits that can be undone or redone, the latest first. */
  'history.list': { input: nothing, output: output<{ readonly entries: readonly HistoryEntry[] }>() },
  /**
   * Undoes or redoes edits until the one with that id is the last that is done; with null, none is. Refused with
   * `conflict` when the history no longer has it, and with `edit-conflict` when a console did not make all of the edits;
   * `edits` are those of others, which `others: true` allows.
   */
  'history.goTo': {
    input: z.strictObject({ id: z.number().int().nullable(), others: z.boolean().optional() }),
    output: output<{ readonly steps: number }>(),
  },
} as const;
