/**
 * The recovery file beside a workspace: which versions were given out, so that none is given out again after a restart. It
 * belongs to one content of the workspace file, which it names.
 */
import { isJsonObject, type Json, type JsonObject, member } from '../domain/json/json.ts';
import type { VersionMarks } from '../domain/records/fixtures.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { Sealed } from './durable-file.ts';
import { inSlices } from './text-slices.ts';

/** By the name of the collection. */
export type Marks = ReadonlyMap<string, VersionMarks>;

export interface Recovery {
  /** The workspace file that the marks belong to. */
  readonly of: Sealed;
  readonly marks: Marks;
}

const format = 'mock-api-console recovery 1';

export function recoveryPath(path: string): string {
  return `${path}.recovery`;
}

export function encodeRecovery(recovery: Recovery): Iterable<string> {
  return inSlices(pieces(recovery));
}

/** Undefined when the text is not wholly a recovery file. */
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
  const marks = new Map<string, VersionMarks>();
  for (const [name, entry] of Object.entries(collections)) {
    if (!isMarks(entry)) return undefined;
    marks.set(name, entry);
  }
  return { of: { seal, digest }, marks };
}

/**
 * The marks to open a workspace with when its file was changed by something else since they were stored. Which records are
 * still the same is not known, so that each of them starts above every version of its collection.
 */
export function marksAfterForeignChange(workspace: Workspace, marks: Marks): Marks {
  return new Map(
    workspace.collections.map(({ definition: { name, key }, records }) => {
      const { floor, versions } = marks.get(name) ?? { floor: 0, versions: {} };
      const last = Object.values(versions).reduce((a, b) => Math.max(a, b), Math.max(floor, 1));
      const raised = records.map((record) => [String(member(record, key)), last + 1]);
      return [name, { floor: last, versions: Object.fromEntries(raised) }];
    }),
  );
}

function* pieces({ of, marks }: Recovery): Generator<string> {
  const seal = of.seal === null ? '' : `,"seal":${JSON.stringify(of.seal)}`;
  yield `{"format":${JSON.stringify(format)},"of":${JSON.stringify(of.digest)}${seal},"collections":{`;
  let separator = '\n';
  for (const [name, { floor, versions }] of marks) {
    yield `${separator}${JSON.stringify(name)}:{"floor":${floor},"versions":{`;
    separator = '';
    for (const [id, version] of Object.entries(versions)) {
      yield `${separator}${JSON.stringify(id)}:${version}`;
      separator = ',';
    }
    yield '}}';
    separator = ',\n';
  }
  yield '}}\n';
}

function isMarks(value: Json): value is JsonObject & VersionMarks {
  if (!isJsonObject(value)) return false;
  const versions = member(value, 'versions');
  return (
    isVersion(member(value, 'floor'), 0) &&
    isJsonObject(versions) &&
    Object.values(versions).every((version) => isVersion(version, 1))
  );
}

function isVersion(value: Json | undefined, least: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
