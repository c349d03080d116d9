/**
 * Finds the resources of a document: a path that ends in a parameter is the path of one record, the path before it that of
 * the list.
 */

import { pieceLengthAt, takeInPieces, type Work } from '../../basics/work.ts';
import { JsonCursor } from '../../json/json-cursor.ts';
import type { OpenApiDocument } from './import-document.ts';

/** A path and its path item. */
export interface Path {
  readonly path: string;
  readonly item: JsonCursor;
}

export interface Resource {
  /** The fixed segments of the list's path; the last one names the collection. */
  readonly segments: readonly string[];
  /** The parameter at the end of the record's path; undefined without such a path. */
  readonly parameter: string | undefined;
  /** The key from `x-key`, which documents of this program have. */
  readonly key: string | undefined;
  /** Undefined if the document has no path for the list. */
  readonly list: Path | undefined;
  /** Undefined if the document has no path for one record. */
  readonly record: Path | undefined;
}

/** A path that a document does not have. */
export const nowhere: Path = { path: '', item: new JsonCursor(undefined) };

/** A body of a request or response: its media type object and its content. */
export interface Body {
  readonly holds: 'record' | 'list' | 'change';
  readonly media: JsonCursor;
}

const parameterSegment = /^\{([^{}]+)\}$/;

/** Paths to read between two pauses. */
const piece = pieceLengthAt(16);

export function* pathsOf(document: OpenApiDocument): Work<readonly Path[]> {
  const paths: Path[] = [];
  const read = (cursor: JsonCursor) => {
    if (cursor.name.startsWith('/')) paths.push({ path: cursor.name, item: document.follow(cursor) });
  };
  yield* takeInPieces(document.root.member('paths').members(), read, piece);
  return paths;
}

/**
 * Finds the resources among paths. Those with paths for the list and for a record come first, because they give the most
 * information; lists without a path for a record come last.
 */
export function* resourcesAmong(paths: readonly Path[]): Work<readonly Resource[]> {
  const byTemplate = new Map<string, Path>();
  const note = (path: Path) => {
    const template = templateOf(path.path);
    if (!byTemplate.has(template)) byTemplate.set(template, path);
  };
  yield* takeInPieces(paths, note, piece);
  const resources: Resource[] = [];
  const used = new Set<Path>();
  const recognize = (record: Path) => {
    const segments = segmentsOf(record.path);
    const parameter = parameterSegment.exec(segments.at(-1) ?? '')?.[1];
    const before = segments.slice(0, -1);
    if (parameter === undefined || isTemplate(before.at(-1) ?? '{}')) return;
    const list = byTemplate.get(templateOf(`/${before.join('/')}`));
    const key = record.item.member('x-key').text;
    if (list) used.add(list);
    resources.push({ segments: before.filter((segment) => !isTemplate(segment)), parameter, key, list, record });
  };
  yield* takeInPieces(byTemplate.values(), recognize, piece);
  const lone = [...byTemplate.values()].filter(
    (path) => !used.has(path) && !isTemplate(segmentsOf(path.path).at(-1) ?? '{}'),
  );
  return [
    ...resources.filter(({ list }) => list),
    ...resources.filter(({ list }) => !list),
    ...lone.map((list) => ({
      segments: segmentsOf(list.path).filter((segment) => !isTemplate(segment)),
      parameter: undefined,
      key: undefined,
      list,
      record: undefined,
    })),
  ];
}

/** The JSON bodies of a resource; those with a whole record come first. */
export function bodiesOf(document: OpenApiDocument, { list, record }: Resource): readonly Body[] {
  const operation = (path: Path | undefined, method: string) => path?.item.member(method);
  const [post, put, patch] = [operation(list, 'post'), operation(record, 'put'), operation(record, 'patch')];
  return [
    ...responseBodies(document, 'record', operation(record, 'get')),
    ...responseBodies(document, 'list', operation(list, 'get')),
    ...[post, put, patch].flatMap((one) => responseBodies(document, 'record', one)),
    ...[post, put].flatMap((one) => requestBodies(document, 'record', one)),
    ...requestBodies(document, 'change', patch),
  ];
}

export function responseBodies(
  document: OpenApiDocument,
  holds: Body['holds'],
  operation: JsonCursor | undefined,
): readonly Body[] {
  const responses = operation?.member('responses').members() ?? [];
  return responses
    .filter(({ name }) => /^2(?:\d\d|XX)$/i.test(name))
    .flatMap((response) => jsonBodies(document, holds, response));
}

function requestBodies(
  document: OpenApiDocument,
  holds: Body['holds'],
  operation: JsonCursor | undefined,
): readonly Body[] {
  return operation ? jsonBodies(document, holds, operation.member('requestBody')) : [];
}

function jsonBodies(document: OpenApiDocument, holds: Body['holds'], message: JsonCursor): readonly Body[] {
  const types = document.follow(message).member('content').members();
  return types.filter(({ name }) => isJsonType(name)).map((media) => ({ holds, media }));
}

function isJsonType(range: string): boolean {
  return /^(?:\*|application)\/(?:\*|(?:[\w.+-]+\+)?json)\s*(?:;|$)/i.test(range);
}

function isTemplate(segment: string): boolean {
  return segment.includes('{');
}

/** Ignores a slash and the name of a format at the end. */
function segmentsOf(path: string): readonly string[] {
  return path
    .replace(/\/$/, '')
    .replace(/\.(?:json|\{(?:ext|extension|format)\})$/, '')
    .split('/')
    .slice(1);
}

/** Equal for paths that differ only in the names of their parameters. */
function templateOf(path: string): string {
  return segmentsOf(path)
    .map((segment) => segment.replace(/\{[^{}]*\}/g, '{}'))
    .join('/');
}
