/** What the backups beside a workspace file are for: they replace a damaged file, and tell how a changed one differs. */
import { basename } from 'node:path';
import type { WorkspaceBackup } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { type RunWork, runAtOnce, type Work } from '../domain/basics/work.ts';
import { count } from '../domain/json/wording.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import { workspaceDifferences } from '../domain/workspace/workspace-differences.ts';
import { type Generation, generationsOf, keepGeneration } from './backup-generations.ts';
import { digestOf, type Fingerprint, saveFailure, writeDurably } from './durable-file.ts';
import { type FileSystem, isSystemError, nodeFileSystem, readSideFile, unlessMissing } from './file-system.ts';
import { decodeTextInPieces } from './formats/file-text.ts';
import { decodeWorkspaceInPieces } from './formats/workspace-format.ts';
import type { Recovery } from './recovery-file.ts';

/** The backups of a workspace file that can be restored, the latest first. */
export async function listBackups(
  path: string,
  fs: FileSystem = nodeFileSystem,
  run = runAtOnce,
): Promise<readonly WorkspaceBackup[]> {
  const backups: WorkspaceBackup[] = [];
  for (const generation of await generationsOf(path, fs)) {
    const { workspace } = (await readGeneration(generation, fs, run)) ?? {};
    if (!workspace) continue;
    const records = workspace.collections.reduce((sum, collection) => sum + collection.records.length, 0);
    backups.push({ name: basename(generation.path), saved: Math.floor(generation.saved), records });
  }
  return backups;
}

/** The time and the number of records of a backup, such as "2026-11-22 14:03, 120 records". */
export function describeBackup({ saved, records }: WorkspaceBackup): string {
  return `${timeOf(saved)}, ${count(records, 'record')}`;
}

/**
 * Replaces a workspace file with one of its backups, by default the latest valid one. A valid content of the file becomes a
 * backup itself; {@link offerBackups} has kept a copy of a damaged one. Refused with `save-failed`.
 */
export async function restoreBackup(
  path: string,
  name?: string,
  fs: FileSystem = nodeFileSystem,
  run = runAtOnce,
): Promise<Result<null>> {
  try {
    const wanted = name ?? (await listBackups(path, fs, run))[0]?.name ?? null;
    const generation = (await generationsOf(path, fs)).find((one) => basename(one.path) === wanted);
    const backup = generation && (await readGeneration(generation, fs, run));
    if (!backup) {
      const reason = name === undefined ? 'has no backup' : `has no usable backup ${name}`;
      return refuse(problem('save-failed', `${basename(path)} ${reason}.`));
    }
    const present = await readSideFile(path, fs);
    const kept = present && (await run(workspaceIn(present))) && (await keepGeneration(path, present, false, fs));
    if (kept && !kept.ok) {
      return refuse({ ...kept.problem, detail: `${kept.problem.detail} ${basename(path)} was not replaced.` });
    }
    const written = await writeDurably(path, [backup.bytes], fs);
    return written.ok ? accept(null) : refuse(written.problem.problem);
  } catch (error) {
    return refuse(saveFailure(path, error));
  }
}

/**
 * Copies a damaged file to a name that depends on its content, and names the copy and the backups in the problem. Returns the
 * problem unchanged if the file was never open as a workspace: it is not damaged but the wrong file. The caller must hold the
 * lock of the file.
 */
export async function offerBackups(
  path: string,
  refusal: Problem,
  fs: FileSystem = nodeFileSystem,
  run = runAtOnce,
): Promise<Problem> {
  try {
    const bytes = await readSideFile(path, fs);
    if (!bytes || (await generationsOf(path, fs)).length === 0) return refusal;
    const target = `${path}.damaged-${(await digestOf([bytes])).slice(0, 8)}`;
    const isKept = (await unlessMissing(fs.lstat(target)))?.isFile() || (await writeDurably(target, [bytes], fs)).ok;
    const copy = isKept ? basename(target) : null;
    const backups = await listBackups(path, fs, run);
    const [latest, ...older] = backups.map((backup) => `${backup.name} (${describeBackup(backup)})`);
    const sentences = [
      refusal.detail,
      ...(copy === null ? [] : [`A copy of the file is kept in ${copy}.`]),
      ...(latest === undefined ? [] : [`The last good content is in ${latest}.`]),
      ...(older.length === 0 ? [] : [`Older content is in ${older.join(', ')}.`]),
    ];
    return { ...refusal, detail: sentences.join(' '), copy, backup: backups[0]?.name ?? null, backups };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refusal;
  }
}

/**
 * A sentence about a valid file that this program has not written: how it differs from what was saved here last. Undefined if
 * it holds the same data, or is a backup that was put back. An edit by hand or by a version control system looks like damage
 * of single letters, so the sentence speaks of damage only if the size and the time of the file are still those of the save.
 */
export async function changeNote(
  path: string,
  { workspace, fingerprint }: { readonly workspace: Workspace; readonly fingerprint: Fingerprint },
  { of }: Recovery,
  fs: FileSystem,
  run: RunWork,
): Promise<string | undefined> {
  const backups = [];
  for (const generation of await generationsOf(path, fs)) {
    const backup = await readGeneration(generation, fs, run);
    if (backup?.digest === fingerprint.digest) return undefined;
    if (backup?.workspace) backups.push({ ...backup, ...generation, workspace: backup.workspace });
  }
  const damage =
    fingerprint.stamp === of.stamp ? ' Its size and time have not changed, so the disk may have damaged it.' : '';
  const changed = `${basename(path)} changed since it was last saved here`;
  const saved = backups.find(({ digest }) => digest === of.digest) ?? backups[0];
  if (!saved) return `${changed}.${damage}`;
  const differences = await run(workspaceDifferences(saved.workspace, workspace));
  if (differences.length === 0) return undefined;
  const [backup, list] = [`${basename(saved.path)} (${timeOf(saved.saved)})`, differences.join(', ')];
  return saved.digest === of.digest
    ? `${changed}: ${list}.${damage} The content before is in ${backup}.`
    : `${changed}.${damage} Compared with ${backup}: ${list}.`;
}

async function readGeneration({ path }: Generation, fs: FileSystem, run: RunWork) {
  const bytes = await readSideFile(path, fs);
  if (!bytes) return undefined;
  return { bytes, digest: await digestOf([bytes]), workspace: await run(workspaceIn(bytes)) };
}

/** Undefined for a content that is not a valid workspace. */
function* workspaceIn(bytes: Buffer): Work<Workspace | undefined> {
  const text = yield* decodeTextInPieces(bytes, '');
  const decoded = text.ok ? yield* decodeWorkspaceInPieces(text.value.text) : text;
  return decoded.ok ? decoded.value : undefined;
}

/** A time in the local time zone, such as "2026-11-22 14:03". */
function timeOf(milliseconds: number): string {
  const at = new Date(milliseconds);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [String(at.getFullYear()), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
