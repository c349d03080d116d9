/**
 * The recovery file beside a workspace holds the version watermarks, so that no version is given out again after a restart.
 * It belongs to one content of the workspace file, which it identifies by digest.
 */
import { finish, pieceLength, type RunWork, runAtOnce, type Work } from '../domain/basics/work.ts';
import { isJsonObject, type Json, member } from '../domain/json/json.ts';
import { highestVersion, startAbove, type VersionWatermarks } from '../domain/records/version-watermarks.ts';
import type { Fingerprint, Sealed } from './durable-file.ts';
import { type FileSystem, readSideFile } from './file-system.ts';
import { inSlices } from './formats/file-text.ts';

/** The version watermarks of a workspace. */
export interface Watermarks {
  /** Collections that are not listed start above this version. */
  readonly floor: number;
  readonly collections: ReadonlyMap<string, VersionWatermarks>;
}

/** Watermarks with which every record of every collection starts above that version. */
export function allAbove(floor: number): Watermarks {
  return { floor, collections: new Map() };
}

export function watermarksOf({ floor, collections }: Watermarks, name: string): VersionWatermarks {
  return collections.get(name) ?? startAbove(floor);
}

/** The highest version that the watermarks know. */
export function highestOf({ floor, collections }: Watermarks): number {
  return [...collections.values()].reduce((highest, one) => Math.max(highest, highestVersion(one)), floor);
}

export interface Recovery {
  /** The workspace file that the watermarks belong to. */
  readonly of: Sealed & Partial<Pick<Fingerprint, 'stamp'>>;
  /** Digest of the content that `of` is about to replace. After a crash the file may still have it. */
  readonly before?: string | undefined;
  readonly watermarks: Watermarks;
}

/** Whether this program has read or written the content with that digest. */
export function isKnownContent({ of, before }: Recovery, digest: string): boolean {
  return digest === of.digest || digest === before;
}

const format = 'mock-api-console recovery 1';

export function recoveryPath(path: string): string {
  return `${path}.recovery`;
}

/** Reads the recovery file of a workspace file; undefined if there is none. */
export async function readRecovery(
  path: string,
  fs: FileSystem,
  run: RunWork = runAtOnce,
): Promise<Recovery | 'damaged' | undefined> {
  const bytes = await readSideFile(recoveryPath(path), fs);
  return bytes && ((await run(decodeInPieces(bytes.toString()))) ?? 'damaged');
}

export function encodeRecovery(recovery: Recovery): Iterable<string> {
  return inSlices(pieces(recovery));
}

/** Undefined for a damaged recovery file. */
export function decodeRecovery(text: string): Recovery | undefined {
  return finish(decodeInPieces(text));
}

function* decodeInPieces(text: string): Work<Recovery | undefined> {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || member(value, 'format') !== format) return undefined;
  const digest = member(value, 'of');
  const seal = member(value, 'seal') ?? null;
  const stamp = member(value, 'stamp');
  const before = member(value, 'before');
  const floor = member(value, 'floor') ?? 0;
  const collections = member(value, 'collections');
  if (!isVersion(floor, 0)) return undefined;
  if (typeof digest !== 'string' || !(seal === null || typeof seal === 'string')) return undefined;
  if (!isTextOrMissing(stamp) || !isTextOrMissing(before)) return undefined;
  if (!isJsonObject(collections)) return undefined;
  const watermarks = new Map<string, VersionWatermarks>();
  for (const [name, entry] of Object.entries(collections)) {
    yield;
    const read = yield* readWatermarks(entry);
    if (!read) return undefined;
    watermarks.set(name, read);
  }
  const of = { seal, digest, ...(stamp !== undefined && { stamp }) };
  return { of, before, watermarks: { floor, collections: watermarks } };
}

function* pieces({ of, before, watermarks: { floor: least, collections } }: Recovery): Generator<string> {
  const file = { of: of.digest, seal: of.seal ?? undefined, stamp: of.stamp, before };
  yield `${JSON.stringify({ format, ...file, floor: least }).slice(0, -1)},"collections":{`;
  let separator = '\n';
  for (const [name, { floor, first, sessions, versions }] of collections) {
    yield `${separator}${JSON.stringify(name)}:{"floor":${floor},"first":${first},"sessions":${sessions},"versions":{`;
    separator = '';
    for (const [id, version] of versions) {
      yield `${separator}${JSON.stringify(id)}:${version}`;
      separator = ',';
    }
    yield '}}';
    separator = ',\n';
  }
  yield '}}\n';
}

function* readWatermarks(value: Json): Work<VersionWatermarks | undefined> {
  if (!isJsonObject(value)) return undefined;
  const floor = member(value, 'floor');
  const first = member(value, 'first') ?? 1;
  const sessions = member(value, 'sessions') ?? 0;
  const entries = member(value, 'versions');
  if (!isVersion(floor, 0) || !isVersion(first, 1) || !isVersion(sessions, 0)) return undefined;
  if (!isJsonObject(entries)) return undefined;
  const versions = new Map<string, number>();
  // Object.entries would allocate a pair for each of thousands of records.
  for (const id in entries) {
    const version = member(entries, id);
    if (!isVersion(version, 1)) return undefined;
    versions.set(id, version);
    if (versions.size % pieceLength === 0) yield;
  }
  return { floor, first, sessions, versions };
}

function isTextOrMissing(value: Json | undefined): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function isVersion(value: Json | undefined, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
