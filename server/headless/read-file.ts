/** Reads any file that the program can import as a whole workspace. */
import { basename, parse } from 'node:path';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { finish } from '../domain/basics/work.ts';
import { type JsonObject, member } from '../domain/json/json.ts';
import { count, quote } from '../domain/json/wording.ts';
import { isCollectionName } from '../domain/model/collection-definition.ts';
import { idOf } from '../domain/records/key-index.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import { emptyWorkspace } from '../store/empty-workspace.ts';
import { isWorkspaceDocument } from '../store/formats/document-kinds.ts';
import { openWorkspaceText } from '../store/formats/import-records.ts';
import { readImport } from '../store/formats/import-text.ts';
import { parseFile } from '../store/formats/json-file.ts';
import { noProgress, type ReadCollection, type RefusedLine } from '../store/formats/read-records.ts';
import { SchemaChecker } from '../workspace/schema-checker.ts';

/** A workspace, and sentences about the parts of its file that were not used. */
export interface ReadWorkspace {
  readonly workspace: Workspace;
  readonly notes: readonly string[];
}

/**
 * Refused with `invalid-workspace` if no record can be used. A workspace file keeps its settings and scenarios; records of other formats become the collections of a new workspace.
 * `collection` holds the records of a file that names none; without it, the file's name does, or users.
 */
export function readAnyFile(text: string, path: string, collection?: string): Result<ReadWorkspace> {
  const schemas = new SchemaChecker();
  const file = basename(path);
  const { name } = parse(file);
  const parsed = parseFile(text);
  if (parsed.ok && isWorkspaceDocument(parsed.value)) return openWorkspaceText(text, file, { schemas });
  const read = finish(
    readImport(text, file, {
      schemas,
      collection: collection ?? (isCollectionName(name) ? name : 'users'),
      known: () => undefined,
      progress: noProgress,
    }),
  );
  if (!read.ok) return read;
  const notes = [...read.value.notes];
  const collections = read.value.collections.map((one) => {
    const { records, refused } = usable(one);
    const [first] = refused;
    if (first) {
      const reason = `${one.places} ${first.line}: ${first.reason}`;
      notes.push(`${count(refused.length, 'record')} of ${one.definition.name} not used, the first at ${reason}.`);
    }
    return { definition: one.definition, records };
  });
  const isUnusable = read.value.collections.length > 0 && collections.every(({ records }) => records.length === 0);
  const isEmpty = read.value.collections.every(({ values, refused }) => values.length + refused.length === 0);
  if (isUnusable && !isEmpty) return refuse(problem('invalid-workspace', notes.join(' ')));
  return accept({ workspace: { ...emptyWorkspace(name || file), collections }, notes });
}

/** The records with a key of their own, and the reasons against the others. */
function usable({ definition: { key }, values, refused }: ReadCollection) {
  const records = new Map<string, JsonObject>();
  const others: RefusedLine[] = [...refused];
  for (const { line, value } of values) {
    const id = idOf(member(value, key));
    if (id === undefined) others.push({ line, reason: `there is no usable key ${quote(key)}` });
    else if (records.has(id)) others.push({ line, reason: `the key ${quote(id)} is taken already` });
    else records.set(id, value);
  }
  return { records: [...records.values()], refused: others.sort((a, b) => a.line - b.line) };
}
