/** Reads any file that the program can import as a whole workspace. */
import { basename, parse } from 'node:path';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { finish } from '../domain/basics/work.ts';
import { type JsonObject, member } from '../domain/json/json.ts';
import { count, quote } from '../domain/json/wording.ts';
import { collectionNameFor } from '../domain/model/collection-definition.ts';
import { idOf } from '../domain/records/key-index.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import { keyCandidatesOf } from '../import/import-keys.ts';
import { emptyWorkspace } from '../store/empty-workspace.ts';
import { isWorkspaceDocument } from '../store/formats/document-kinds.ts';
import { openWorkspaceText } from '../store/formats/import-records.ts';
import { readImport } from '../store/formats/import-text.ts';
import { parseFile } from '../store/formats/json-file.ts';
import { noProgress, type ReadCollection, type RefusedLine } from '../store/formats/read-records.ts';
import { SchemaChecker } from '../workspace/schema-checker.ts';

/** The options of a command about the records of a file. */
export interface FileChoice {
  readonly collection?: string | undefined;
  readonly key?: string | undefined;
}

/** A workspace, and sentences about the parts of its file that were not used. */
export interface ReadWorkspace {
  readonly workspace: Workspace;
  readonly notes: readonly string[];
}

/**
 * Refused with `invalid-workspace` if no record can be used. A workspace file keeps its settings and scenarios; records of other formats become the collections of a new workspace.
 * `collection` holds the records of a file that names none; without it, the file's name does. `key` is the key
 * member of that collection, or of the only one. Refused with `bad-request` for a key that does not identify every record.
 */
export function readAnyFile(text: string, path: string, { collection, key }: FileChoice = {}): Result<ReadWorkspace> {
  const schemas = new SchemaChecker();
  const file = basename(path);
  const { name } = parse(file);
  const parsed = parseFile(text);
  if (parsed.ok && isWorkspaceDocument(parsed.value)) {
    if (key !== undefined) return refuse(problem('bad-request', 'The collections of a workspace have their keys.'));
    return openWorkspaceText(text, file, { schemas });
  }
  const read = finish(
    readImport(text, file, {
      schemas,
      collection: collection ?? collectionNameFor(name),
      known: () => undefined,
      choiceOf: (source) => (source === (collection ?? source) ? { key } : {}),
      progress: noProgress,
    }),
  );
  if (!read.ok) return read;
  const fault = key === undefined ? undefined : keyFault(read.value.collections, key, collection);
  if (fault !== undefined) return refuse(problem('bad-request', fault));
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

/** Why a chosen key cannot be used, as a sentence. */
function keyFault(collections: readonly ReadCollection[], key: string, name?: string): string | undefined {
  const chosen = collections.filter(({ source }) => source === (name ?? source));
  const [only] = chosen;
  if (!only || chosen.length > 1) {
    const names = collections.map(({ source }) => source).join(', ');
    return `--key is the key of one collection: choose one of ${names} with --collection.`;
  }
  const reason = finish(keyCandidatesOf(only)).find((one) => one.name === key)?.reason;
  return reason ? `${quote(key)} cannot be the key of ${only.source}: ${reason}.` : undefined;
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
