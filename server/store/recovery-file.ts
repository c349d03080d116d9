/**
 * The recovery file beside a workspace holds the version watermarks, so that no version is given out again after a restart.
 * It belongs to one content of the workspace file, which it identifies by digest.
 */
import { isJsonObject, type Json, member } from '../domain/json/json.ts';
import type { VersionWatermarks } from '../domain/records/fixtures.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { Sealed } from './durable-file.ts';
import { inSlices } from './formats/text-slices.ts';

/** By the name of the collection. */
export type CollectionWatermarks = ReadonlyMap<string, VersionWatermarks>;

export interface Recovery {
  /** The workspace file that the watermarks belong to. */
  readonly of: Sealed;
  readonly watermarks: CollectionWatermarks;
}

const format = 'mock-api-console recovery 1';

export function recoveryPath(path: string): string {
  return `${path}.recovery`;
}

export function encodeRecovery(recovery: Recovery): Iterable<string> {
  return inSlices(pieces(recovery));
}

/** Undefined for a damaged recovery file. */
export function decodeRecovery(text: string): Recovery | undefined {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || member(value, 'format') !== format) return undefined;
  const digest = member(value, 'of');
  const seal = member(value, 'seal') ?? null;
  const collections = member(value, 'collections');
  if (typeof digest !== 'string' || !(seal === null || typeof seal === 'string')) return undefined;
  if (!isJsonObject(collections)) return undefined;
  const watermarks = new Map<string, VersionWatermarks>();
  for (const [name, entry] of Object.entries(collections)) {
    const read = readWatermarks(entry);
    if (!read) return undefined;
    watermarks.set(name, read);
  }
  return { of: { seal, digest }, watermarks };
}

/**
 * The watermarks of a workspace whose file was changed by another program since they were stored. Any record may have
 * changed, so every record starts above all versions of its collection.
 */
export function watermarksAfterForeignChange(
  workspace: Workspace,
  watermarks: CollectionWatermarks,
): CollectionWatermarks {
  return new Map(
    workspace.collections.map(({ definition: { name, key }, records }) => {
      const { floor, versions } = watermarks.get(name) ?? { floor: 0, versions: new Map<string, number>() };
      const last = [...versions.values()].reduce((a, b) => Math.max(a, b), Math.max(floor, 1));
      return [name, { floor: last, versions: new Map(records.map((one) => [String(member(one, key)), last + 1])) }];
    }),
  );
}

function* pieces({ of, watermarks }: Recovery): Generator<string> {
  const seal = of.seal === null ? '' : `,"seal":${JSON.stringify(of.seal)}`;
  yield `{"format":${JSON.stringify(format)},"of":${JSON.stringify(of.digest)}${seal},"collections":{`;
  let separator = '\n';
  for (const [name, { floor, versions }] of watermarks) {
    yield `${separator}${JSON.stringify(name)}:{"floor":${floor},"versions":{`;
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

function readWatermarks(value: Json): VersionWatermarks | undefined {
  if (!isJsonObject(value)) return undefined;
  const floor = member(value, 'floor');
  const entries = member(value, 'versions');
  if (!isVersion(floor, 0) || !isJsonObject(entries)) return undefined;
  const versions = new Map<string, number>();
  // Object.entries would allocate a pair for each of thousands of records.
  for (const id in entries) {
    const version = member(entries, id);
    if (!isVersion(version, 1)) return undefined;
    versions.set(id, version);
  }
  return { floor, versions };
}

function isVersion(value: Json | undefined, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
