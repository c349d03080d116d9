/**
 * Opens workspaces and the other files that testers have: a JSON array of users, a json-server file, NDJSON, CSV, an OpenAPI
 * document in JSON or YAML. The text decides about its format; the file name only names the workspace.
 */
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, assertNever, type Result, refuse } from '../../domain/basics/result.ts';
import { finish, type Work } from '../../domain/basics/work.ts';
import { isJsonObject, type Json, member } from '../../domain/json/json.ts';
import { importOpenApi } from '../../domain/openapi/import/import.ts';
import type { SchemaChecks } from '../../domain/openapi/import/import-schema.ts';
import { idOf } from '../../domain/records/key-index.ts';
import { CheckedCursor, type Fault } from './checked-cursor.ts';
import { readCsvRecords } from './csv-records.ts';
import { isHar, isOpenApi, isOpenApiJson, isOpenApiYaml, isWorkspaceDocument, otherKindOf } from './document-kinds.ts';
import { workspaceOf } from './imported-workspace.ts';
import { atOnce, parseFile, parseFileInPieces, refuseFile } from './json-file.ts';
import { readNdjson } from './ndjson.ts';
import { type FileText, type OpenedText, openLines, openLists } from './open-lists.ts';
import { indexWorkspace, readWorkspace } from './workspace-format.ts';
import { parseYaml } from './yaml/yaml-text.ts';

/** Records that are made up for a collection of an OpenAPI document without examples. */
const madeRecords = 5;

export interface TextOptions {
  /** Checks the schemas and examples of an OpenAPI document; without it all are accepted. */
  readonly schemas?: SchemaChecks | undefined;
  /** The collection of records whose text does not name one; without it, the name of the file tells. */
  readonly collection?: string;
  /** Parses JSON; a known text can be parsed without checks. */
  readonly parse?: typeof parseFileInPieces;
}

/** The detected kind of a text. */
export type TextContent =
  | { readonly kind: 'lines'; readonly format: 'CSV' | 'NDJSON' }
  | { readonly kind: 'json'; readonly value: Json }
  /** YAML, or JSON that only a YAML parser accepts; `jsonProblem` is the problem of the JSON parser. */
  | { readonly kind: 'openapi'; readonly jsonProblem: Problem | null };

/** The first character that is no white space. */
function firstOf(text: FileText): string | undefined {
  for (const piece of typeof text === 'string' ? [text] : text.pieces) {
    const first = /\S/.exec(piece)?.[0];
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Detects the kind of a text. Refused with `invalid-workspace` and the position of the fault. `parse` parses JSON. */
export function* contentOf(text: FileText, parse = parseFileInPieces): Work<Result<TextContent>> {
  const begin = firstOf(text);
  if (begin === undefined) return refuse(problem('invalid-workspace', 'The file is empty.'));
  if (begin !== '{' && begin !== '[') {
    return accept(
      isOpenApiYaml(text.toString()) ? { kind: 'openapi', jsonProblem: null } : { kind: 'lines', format: 'CSV' },
    );
  }
  const parsed = yield* parse(text);
  if (!parsed.ok) {
    if (yield* beginsWithRecord(text.toString())) return accept({ kind: 'lines', format: 'NDJSON' });
    // The JSON parser refuses a bound such as 9223372036854775807; as YAML it is rounded with a note.
    return isOpenApiJson(text.toString()) ? accept({ kind: 'openapi', jsonProblem: parsed.problem }) : parsed;
  }
  const { value } = parsed;
  const other = otherKindOf(value);
  if (other !== undefined) return refuse(problem('invalid-workspace', other));
  // NDJSON with a single record is also JSON.
  const isLine = !isOpenApi(value) && !isWorkspaceDocument(value) && isRecord(value);
  return accept(
    isLine && !/[\r\n]/.test(text.toString().trim()) ? { kind: 'lines', format: 'NDJSON' } : { kind: 'json', value },
  );
}

/** Reads a workspace, or builds one from records. Refused with `invalid-workspace` and the position of the fault. */
export function openWorkspaceText(text: string, fileName: string, options: TextOptions = {}): Result<OpenedText> {
  return finish(openTextInPieces(text, fileName, { parse: atOnce(parseFile), ...options }));
}

/** {@link openWorkspaceText} with pauses. */
export function* openTextInPieces(
  text: FileText,
  fileName: string,
  { parse = parseFileInPieces, ...options }: TextOptions,
): Work<Result<OpenedText>> {
  const content = yield* contentOf(text, parse);
  return content.ok ? yield* openContent(content.value, text, fileName, options) : content;
}

/** {@link openWorkspaceText} for a text of a known kind. */
export function* openContent(
  content: TextContent,
  text: FileText,
  fileName: string,
  { schemas, collection }: TextOptions,
): Work<Result<OpenedText>> {
  switch (content.kind) {
    case 'lines': {
      const lines =
        content.format === 'CSV' ? readCsvRecords(text.toString(), () => null) : readNdjson(text.toString());
      return yield* openLines(yield* lines, content.format, fileName, collection);
    }
    case 'openapi': {
      const opened = yield* openYaml(text.toString(), fileName, schemas);
      return opened.ok || content.jsonProblem === null ? opened : refuse(content.jsonProblem);
    }
    case 'json': {
      if (isHar(content.value)) {
        const detail = 'This is an HTTP archive (HAR); open a workspace and import the archive there.';
        return refuse(problem('invalid-workspace', detail));
      }
      if (isOpenApi(content.value)) return yield* openOpenApi(content.value, fileName, schemas);
      return isWorkspaceDocument(content.value)
        ? yield* openDocument(content.value, text)
        : yield* openLists(content.value, text, fileName, collection);
    }
    default:
      return assertNever(content);
  }
}

function* openDocument(document: Json, text: FileText): Work<Result<OpenedText>> {
  yield* indexWorkspace(document);
  const faults: Fault[] = [];
  const workspace = readWorkspace(CheckedCursor.over(document, faults));
  return faults.length === 0
    ? accept({ workspace, format: 'workspace', notes: [] })
    : refuse(refuseFile(text.toString(), faults));
}

function* openYaml(text: string, fileName: string, schemas?: SchemaChecks): Work<Result<OpenedText>> {
  const parsed = yield* parseYaml(text);
  return parsed.ok ? yield* openOpenApi(parsed.value.value, fileName, schemas, parsed.value.notes) : parsed;
}

function* openOpenApi(
  document: Json,
  fileName: string,
  schemas?: SchemaChecks,
  textNotes: readonly string[] = [],
): Work<Result<OpenedText>> {
  const imported = yield* importOpenApi(document, schemas, madeRecords);
  if (!imported.ok) return imported;
  const { title, collections, notes } = imported.value;
  const workspace = workspaceOf(collections, fileName);
  return accept({
    workspace: { ...workspace, name: title ?? workspace.name },
    format: 'OpenAPI',
    notes: [...textNotes, ...notes.map(({ pointer, sentence }) => `${sentence} See #${pointer}.`)],
  });
}

/** True for NDJSON: its first line is a whole record, unlike the first line of a damaged workspace. */
function* beginsWithRecord(text: string): Work<boolean> {
  const line = /[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
  const [first] = (yield* readNdjson(line)).values;
  return first !== undefined && !isWorkspaceDocument(first.value) && !isOpenApi(first.value);
}

/** True for an object with one of the two most usual keys; a member such as `code` may be one of an envelope. */
function isRecord(value: Json): boolean {
  return isJsonObject(value) && ['userId', 'id'].some((name) => idOf(member(value, name)) !== undefined);
}
