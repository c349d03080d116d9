import { constants } from 'node:fs';
import { basename } from 'node:path';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { type RunWork, runAtOnce } from '../domain/basics/work.ts';
import type { SchemaChecks } from '../domain/openapi/import/import-schema.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import { keepGeneration } from './backup-generations.ts';
import { Coalesced } from './coalesced.ts';
import { workspaceNote } from './create-workspace.ts';
import { type Fingerprint, readWithFingerprint, sweepTemporaryFiles, writeDurably } from './durable-file.ts';
import { lockFile, sweepGuard } from './file-lock.ts';
import { type FileSystem, fileFault, isSystemError, nodeFileSystem, reasonOf } from './file-system.ts';
import { decodeText, decodeTextInPieces, notText } from './formats/file-text.ts';
import { openTextInPieces } from './formats/import-records.ts';
import { atOnce, parseFile, parseFileInPieces, parseKnownFile } from './formats/json-file.ts';
import {
  allAbove,
  encodeRecovery,
  highestOf,
  isKnownContent,
  type Recovery,
  readRecovery,
  recoveryPath,
  type Watermarks,
} from './recovery-file.ts';
import { readReserve, reservePath, VersionReserve } from './version-reserve.ts';
import { changeNote, offerBackups } from './workspace-backup.ts';
import { type FileAccess, inMemory, WorkspaceFile } from './workspace-file.ts';

export interface OpenedWorkspace {
  readonly workspace: Workspace;
  /** Keep each collection from giving out a version again. */
  readonly watermarks: Watermarks;
  /** Sentences about the parts of the file that were not used, and about changes by other programs. */
  readonly notes: readonly string[];
  readonly file: WorkspaceFile;
}

export interface OpenFileOptions {
  /** Where edits are kept: in the file, the default, or in memory only. Then nothing is written and no lock is taken. */
  readonly storage?: 'file' | 'memory' | undefined;
  readonly fs?: FileSystem | undefined;
  /** Passed to {@link openTextInPieces}. */
  readonly schemas?: SchemaChecks | undefined;
  /** Runs long work while the program serves others; without it, all is done in one go, which is faster. */
  readonly run?: RunWork | undefined;
}

/**
 * Opens a workspace file, or imports records from a file of another format, which is never written. Refused with
 * `invalid-workspace` and the position of the fault; the file stays as it is. If the file was open before, it is also copied,
 * and the problem's members `copy`, `backup` and `backups` name the copy, the last good content and all backups.
 */
export async function openWorkspaceFile(
  path: string,
  { storage = 'file', fs = nodeFileSystem, schemas, run }: OpenFileOptions = {},
): Promise<Result<OpenedWorkspace>> {
  let access: FileAccess | undefined;
  try {
    const target = await fs.realpath(path);
    const fault = await fileFault(target, fs);
    if (fault !== undefined)
      return refuse(problem('invalid-workspace', `${basename(path)} cannot be opened: ${fault}.`));
    access = storage === 'memory' ? inMemory : await accessTo(target, fs);
    const opened = await openLocked(target, access, fs, { schemas, run });
    if (!opened.ok) await release(access);
    return opened;
  } catch (error) {
    if (access) await release(access);
    if (!isSystemError(error)) throw error;
    return refuse(problem('invalid-workspace', `${basename(path)} cannot be opened: ${reasonOf(error)}.`));
  }
}

async function accessTo(path: string, fs: FileSystem): Promise<FileAccess> {
  const name = basename(path);
  try {
    await fs.access(path, constants.W_OK);
  } catch (error) {
    if (!isSystemError(error) || error.code === 'ENOENT') throw error;
    return { mode: 'read', reason: `${name} cannot be written: ${reasonOf(error)}.` };
  }
  const lock = await lockFile(path, fs);
  if (!lock.ok) return { mode: 'read', reason: lock.problem };
  return { mode: 'write', lock: lock.value };
}

async function release(access: FileAccess): Promise<void> {
  if (access.mode === 'write') await access.lock.release();
}

async function openLocked(
  path: string,
  access: FileAccess,
  fs: FileSystem,
  { schemas, run }: Pick<OpenFileOptions, 'schemas' | 'run'>,
): Promise<Result<OpenedWorkspace>> {
  const [recovery, reserved] = [await readRecovery(path, fs, run), await readReserve(path, fs)];
  const known = recovery === 'damaged' ? undefined : recovery;
  const { bytes, fingerprint } = await readWithFingerprint(path, fs, known?.of);
  const isKnown = known !== undefined && isKnownContent(known, fingerprint.digest);
  const name = basename(path);
  const text = run ? await run(decodeTextInPieces(bytes, name)) : decodeText(bytes, name);
  const parse = run ? parseFileInPieces : atOnce(isKnown ? parseKnownFile : parseFile);
  const work = run ?? runAtOnce;
  const read = text.ok ? await work(openTextInPieces(text.value.text, name, { schemas, parse })) : text;
  // A save would write a workspace whose encoding is a guess.
  const isGuess = text.ok && text.value.note !== undefined && read.ok && read.value.format === 'workspace';
  const opened = isGuess ? refuse(notText(bytes)) : read;
  if (!opened.ok) {
    const { detail } = opened.problem;
    const named = `${name}: ${detail.charAt(0).toLowerCase()}${detail.slice(1)}`;
    const refusal = { ...opened.problem, detail: named };
    return refuse(access.mode === 'write' ? await offerBackups(path, refusal, fs, work) : refusal);
  }
  const { workspace, format } = opened.value;
  const decodingNote = text.ok ? text.value.note : undefined;
  const notes = [...(decodingNote === undefined ? [] : [decodingNote]), ...opened.value.notes];
  if (format !== 'workspace') {
    await release(access);
    const reason = `${name} was imported (${format}) and stays as it is. Edits end with the program unless you save a workspace.`;
    const imported = access.mode === 'memory' ? access : ({ mode: 'import', reason } as const);
    const file = new WorkspaceFile({ path, access: imported, fingerprint, preparing: nothing, reserve: null, fs });
    const saved = imported.mode === 'import' ? await workspaceNote(path, fs) : undefined;
    const allNotes = saved === undefined ? notes : [saved, ...notes];
    return accept({ workspace, watermarks: allAbove(0), notes: allNotes, file });
  }
  const recovered = recover(path, fingerprint, recovery, reserved);
  const isWritten = access.mode === 'write';
  const preparing = isWritten
    ? prepareSoon(bytes, (content) => prepare(path, content, { read: fingerprint, isKnown, recovered }, fs))
    : nothing;
  const isChanged = isWritten && known !== undefined && !isKnown;
  const change = isChanged ? await changeNote(path, { workspace, fingerprint }, known, fs, work) : undefined;
  const highest = highestOf(recovered.watermarks);
  const reserve = isWritten ? new VersionReserve(path, highest, reserved !== undefined, fs) : null;
  const file = new WorkspaceFile({ path, access, fingerprint, preparing, reserve, fs });
  const allNotes = [...(change === undefined ? [] : [change]), ...notes, ...recovered.notes];
  return accept({ workspace, watermarks: recovered.watermarks, notes: allNotes, file });
}

const nothing = new Coalesced(() => Promise.resolve());

/** Milliseconds until the start of the program is over. */
const prepareWait = 500;

/** Runs `use` soon. Drops the content afterwards, because it may be large. */
function prepareSoon(content: Buffer, use: (content: Buffer) => Promise<void>): Coalesced<void> {
  const unused = [content];
  const preparing = new Coalesced(async () => {
    for (const bytes of unused.splice(0)) await use(bytes);
  });
  void preparing.request(prepareWait);
  return preparing;
}

/** More versions than a process gives out in years. */
const mostOfOneRun = 1e12;

interface Recovered {
  readonly watermarks: Watermarks;
  /** True if the recovery file has these watermarks already. */
  readonly isStored: boolean;
  readonly notes: readonly string[];
}

/**
 * The watermarks to open a workspace with. They are exact only after a clean end, and while nothing else has changed the
 * file. Otherwise every record starts above the highest version that may have been given out.
 */
function recover(
  path: string,
  read: Fingerprint,
  recovery: Recovery | 'damaged' | undefined,
  reserved: number | 'damaged' | undefined,
): Recovered {
  const known = recovery && recovery !== 'damaged' ? highestOf(recovery.watermarks) : 0;
  if (recovery === 'damaged' || reserved === 'damaged') {
    const damaged = basename(recovery === 'damaged' ? recoveryPath(path) : reservePath(path));
    // The versions of a shared mock begin at the microseconds since 1970 and count more slowly, so the present one is above all.
    // A clock that was set back says less than the file that is left.
    const floor = Math.max(Date.now() * 1000, typeof reserved === 'number' ? reserved : known + mostOfOneRun);
    const note = `${damaged} is damaged and was ignored, so the versions of all records start at ${floor + 1}.`;
    return { watermarks: allAbove(floor), isStored: false, notes: [note] };
  }
  if (reserved !== undefined) return { watermarks: allAbove(Math.max(known, reserved)), isStored: false, notes: [] };
  if (!recovery) return { watermarks: allAbove(0), isStored: false, notes: [] };
  if (recovery.of.digest !== read.digest) return { watermarks: allAbove(known), isStored: false, notes: [] };
  return { watermarks: recovery.watermarks, isStored: recovery.of.seal === read.seal, notes: [] };
}

interface Preparation {
  readonly read: Fingerprint;
  readonly isKnown: boolean;
  readonly recovered: Recovered;
}

/**
 * Removes temporary files and guards of killed processes, and writes the backup and the recovery file. Runs after the start; only the
 * first save waits for it.
 */
async function prepare(
  path: string,
  bytes: Buffer,
  { read, isKnown, recovered }: Preparation,
  fs: FileSystem,
): Promise<void> {
  await Promise.all([sweepTemporaryFiles(path, fs), sweepGuard(path, fs)]);
  await keepGeneration(path, bytes, isKnown, fs);
  if (recovered.isStored) return;
  await writeDurably(recoveryPath(path), encodeRecovery({ of: read, watermarks: recovered.watermarks }), fs);
}
