/**
 * The backups beside a workspace file: its latest content and up to three older ones. The older they are, the further they
 * lie apart, so that damage which nobody notices for days does not push out every content from before.
 */
import { basename, dirname, join } from 'node:path';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { saveFailure, syncFolder, writeDurably } from './durable-file.ts';
import { type FileSystem, isSystemError } from './file-system.ts';

export interface Generation {
  readonly path: string;
  /** When the content was backed up, in milliseconds since 1970. */
  readonly saved: number;
  readonly size: number;
}

/** Milliseconds between a generation and the next older one, at least: an hour, a day, a week. */
const spacings = [3_600_000, 86_400_000, 604_800_000];
const most = spacings.length + 1;
/** Bytes of all generations together; beyond them, only two are kept. */
const mostBytes = 2 ** 28;

/** The path of the latest generation. */
function backupPath(path: string): string {
  return `${path}.backup`;
}

/** The regular files that hold generations of a workspace file, the latest first. */
export async function generationsOf(path: string, fs: FileSystem): Promise<readonly Generation[]> {
  const [folder, base] = [dirname(path), basename(path)];
  const found: Generation[] = [];
  for (const name of await fs.readdir(folder)) {
    const time = name.startsWith(base) ? nameOfOlder.exec(name.slice(base.length)) : null;
    const isLatest = name === basename(backupPath(path));
    if (!isLatest && !time) continue;
    const stats = await fs.lstat(join(folder, name));
    if (!stats.isFile()) continue;
    found.push({ path: join(folder, name), saved: time ? timeOf(time) : stats.mtimeMs, size: stats.size });
  }
  // The latest stays first after a clock was set back.
  const rank = ({ path: one, saved }: Generation) => (one === backupPath(path) ? Number.POSITIVE_INFINITY : saved);
  return found.sort((a, b) => rank(b) - rank(a));
}

/**
 * Keeps the content of a workspace file as the latest generation. `isKnown` tells that this program has written the content;
 * any other content may be damaged, so it never replaces the generation before it. Refused with `save-failed`: work can go on
 * without a backup, unless it destroys the content.
 */
export async function keepGeneration(
  path: string,
  content: Buffer,
  isKnown: boolean,
  fs: FileSystem,
): Promise<Result<null>> {
  try {
    const all = await generationsOf(path, fs);
    const latest = all.find((one) => one.path === backupPath(path));
    if (latest) {
      if (await holds(latest, content, fs)) return accept(null);
      await fs.rename(latest.path, freeOlderPath(path, latest.saved, all));
      // A power cut must not keep the new content and lose the old one.
      await syncFolder(dirname(path), fs);
    }
    const written = await writeDurably(backupPath(path), [content], fs);
    if (!written.ok) return refuse(written.problem.problem);
  } catch (error) {
    return refuse(saveFailure(backupPath(path), error));
  }
  await removeSuperfluous(path, isKnown, fs);
  return accept(null);
}

/** A generation that cannot be removed is one too many, and no failure. */
async function removeSuperfluous(path: string, isKnown: boolean, fs: FileSystem): Promise<void> {
  try {
    for (const { path: one } of superfluous(await generationsOf(path, fs), isKnown)) await fs.unlink(one);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** Whether a generation holds the content. Times prove nothing: a clock may be set back, and a file restored with its old time. */
async function holds({ path, size }: Generation, content: Buffer, fs: FileSystem): Promise<boolean> {
  return size === content.length && content.equals(await fs.readFile(path));
}

/** The generations that a new one makes superfluous: the first that is too close to the next older one, or the oldest. */
export function superfluous(all: readonly Generation[], isKnown: boolean): readonly Generation[] {
  const bytes = all.reduce((sum, { size }) => sum + size, 0);
  if (bytes > mostBytes) return all.slice(2);
  const crowded = all.findIndex(({ saved }, slot) => {
    const older = all[slot + 1];
    return slot >= (isKnown ? 1 : 2) && older !== undefined && saved - older.saved < (spacings[slot - 1] ?? 0);
  });
  return crowded === -1 ? all.slice(most) : all.slice(crowded, crowded + 1);
}

/** Names such as `.20261122-140312-123.backup`, in UTC. */
const nameOfOlder = /^\.(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d{3})\.backup$/;

/** The path of an older generation. One that another generation has, because file times are coarse or came back, is left to it. */
function freeOlderPath(path: string, saved: number, all: readonly Generation[]): string {
  const older = olderPath(path, saved);
  return all.some((one) => one.path === older) ? freeOlderPath(path, saved + 1, all) : older;
}

function olderPath(path: string, saved: number): string {
  const time = new Date(saved).toISOString().replaceAll(/[-:Z]/g, '').replaceAll(/[T.]/g, '-');
  return `${path}.${time}.backup`;
}

function timeOf([, year, month, day, hours, minutes, seconds, milliseconds]: readonly (string | undefined)[]): number {
  return Date.UTC(
    ...([Number(year), Number(month) - 1, Number(day)] as const),
    ...[Number(hours), Number(minutes), Number(seconds), Number(milliseconds)],
  );
}
