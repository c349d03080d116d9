/**
 * The file beside a workspace that keeps the snapshots over a restart: a line for each record, so that any number is written in
 * slices. A digest ends each snapshot, so a damaged one is left out and the others are read.
 */
import { createHash, type Hash } from 'node:crypto';
import { basename } from 'node:path';
import type { Result } from '../domain/basics/result.ts';
import type { JsonObject } from '../domain/json/json.ts';
import { count } from '../domain/json/wording.ts';
import type { LiveDiff } from '../domain/records/state-comparison.ts';
import { writeOrRemove } from './durable-file.ts';
import { type FileSystem, isSystemError, nodeFileSystem, readSideFile, reasonOf } from './file-system.ts';
import { inSlices } from './formats/file-text.ts';

/** A saved live state: its differences from the fixtures, not its records. */
export interface Snapshot {
  readonly changes: LiveDiff;
  /** Milliseconds since 1970. */
  readonly saved: number;
  /** Characters of its records as JSON. */
  readonly size: number;
}

export type SnapshotsByName = ReadonlyMap<string, Snapshot>;

export interface KeptSnapshots {
  readonly snapshots: SnapshotsByName;
  /** Sentences about snapshots that cannot be read. */
  readonly notes: readonly string[];
}

const format = 'mock-api-console snapshots 1';

export function snapshotsPath(workspace: string): string {
  return `${workspace}.snapshots`;
}

/** Replaces the snapshots of the file; without any, removes it. Refused with `save-failed`. */
export function writeSnapshots(
  path: string,
  snapshots: SnapshotsByName,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<null>> {
  return writeOrRemove(path, snapshots.size > 0 ? inSlices(linesOf(snapshots)) : null, fs);
}

/** Reads the snapshots; none if the file is missing or cannot be read. */
export async function readSnapshots(path: string, fs: FileSystem = nodeFileSystem): Promise<KeptSnapshots> {
  try {
    const bytes = await readSideFile(path, fs);
    if (!bytes) return { snapshots: new Map(), notes: [] };
    const { snapshots, damaged } = decode(bytes.toString());
    const notes = damaged > 0 ? [`${basename(path)} is damaged: ${count(damaged, 'snapshot')} could not be read.`] : [];
    return { snapshots, notes };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return { snapshots: new Map(), notes: [`${basename(path)} could not be read: ${reasonOf(error)}.`] };
  }
}

/** A snapshot as text. */
export function encodeSnapshot(name: string, snapshot: Snapshot): string {
  return [...linesOf(new Map([[name, snapshot]]))].join('');
}

/** The snapshot of a text that {@link encodeSnapshot} has made, under its name. */
export function decodeSnapshot(text: string): SnapshotsByName {
  return decode(text).snapshots;
}

function* linesOf(snapshots: SnapshotsByName): Generator<string> {
  yield `${format}\n`;
  for (const [name, { saved, changes }] of snapshots) {
    const hash = newHash();
    for (const line of linesOfOne(name, saved, changes)) {
      hash.update(line);
      yield line;
    }
    yield `${endOf(hash)}\n`;
  }
}

function* linesOfOne(name: string, saved: number, changes: LiveDiff): Generator<string> {
  yield `${JSON.stringify({ snapshot: name, saved })}\n`;
  for (const [collection, records] of changes) {
    for (const [id, value] of records) yield `${JSON.stringify([collection, id, value])}\n`;
  }
}

type Line = { readonly snapshot: string; readonly saved: number } | readonly [string, string, JsonObject | null];

function decode(text: string): { readonly snapshots: SnapshotsByName; readonly damaged: number } {
  const [head, ...lines] = text.split('\n');
  const snapshots = new Map<string, Snapshot>();
  if (head !== format) return { snapshots, damaged: 1 };
  let damaged = 0;
  let hash = newHash();
  let pending: string[] = [];
  for (const line of lines) {
    if (!line.startsWith('{"end":')) {
      hash.update(`${line}\n`);
      pending.push(line);
      continue;
    }
    // A matching digest shows that this program wrote the lines, so their shape needs no check.
    if (line === endOf(hash)) addSnapshot(pending, snapshots);
    else damaged += 1;
    hash = newHash();
    pending = [];
  }
  // The line break after the last snapshot begins an empty line.
  if (pending.some((line) => line !== '')) damaged += 1;
  return { snapshots, damaged };
}

function addSnapshot(lines: readonly string[], to: Map<string, Snapshot>): void {
  const changes = new Map<string, Map<string, JsonObject | null>>();
  let begun: { readonly snapshot: string; readonly saved: number } | undefined;
  let size = 0;
  for (const text of lines) {
    const line = JSON.parse(text) as Line;
    if (!Array.isArray(line)) {
      begun = line as typeof begun;
      continue;
    }
    const [collection, id, value] = line as readonly [string, string, JsonObject | null];
    const records = changes.get(collection) ?? new Map<string, JsonObject | null>();
    changes.set(collection, records.set(id, value));
    size += text.length;
  }
  if (begun) to.set(begun.snapshot, { changes, saved: begun.saved, size });
}

function newHash(): Hash {
  return createHash('sha256');
}

function endOf(hash: Hash): string {
  return JSON.stringify({ end: hash.digest('hex').slice(0, 16) });
}
