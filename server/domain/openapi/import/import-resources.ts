/**
 * Finds the resources of a document: a path that ends in a parameter is the path of one record, the path before it that of
 * the list.
 */

import type { JsonCursor } from '../../json/json-cursor.ts';
import type { OpenApiDocument } from './import-document.ts';

/** A path and its path item. */
export interface Path {
  readonly path: string;
  readonly item: JsonCursor;
}

export interface Resource {
  /** The fixed segments of the list's path; the last one names the collection. */
  readonly segments: readonly string[];
  /** The parameter at the end of the record's path. */
  readonly parameter: string;
  /** The key from `x-key`, which documents of this program have. */
  readonly key: string | undefined;
  /** Undefined if the document has no path for the list. */
  readonly list: Path | undefined;
  readonly record: Path;
}

/** A body of a request or response: its media type object and its content. */
export interface Body {
  readonly holds: 'record' | 'list' | 'change';
  readonly media: JsonCursor;
}

const parameterSegment = /^\{([^{}]+)\}$/;

export function pathsOf(document: OpenApiDocument): readonly Path[] {
  return document.root
    .member('paths')
    .members()
    .filter(({ name }) => name.startsWith('/'))
    .map((cursor) => ({ path: cursor.name, item: document.follow(cursor) }));
}

/** Finds the resources among paths. Resources with a list come first, because they give the most information. */
export function resourcesAmong(paths: readonly Path[]): readonly Resource[] {
  const byTemplate = new Map<string, Path>();
  for (const path of paths) {
    const template = templateOf(path.path);
    if (!byTemplate.has(template)) byTemplate.set(template, path);
  }
  const resources: Resource[] = [];
  for (const record of byTemplate.values()) {
    const segments = segmentsOf(record.path);
    const parameter = parameterSegment.exec(segments.at(-1) ?? '')?.[1];
    const before = segments.slice(0, -1);
    if (parameter === undefined || isTemplate(before.at(-1) ?? '{}')) continue;
    const list = byTemplate.get(templateOf(`/${before.join('/')}`));
    const key = record.item.member('x-key').text;
    resources.push({ segments: before.filter((segment) => !isTemplate(segment)), parameter, key, list, record });
  }
  return [...resources.filter(({ list }) => list), ...resources.filter(({ list }) => !list)];
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

function responseBodies(
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

/** Ignores a slash at the end. */
function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/').slice(1);
}

/** Equal for paths that differ only in the names of their parameters. */
function templateOf(path: string): string {
  return segmentsOf(path)
    .map((segment) => segment.replace(/\{[^{}]*\}/g, '{}'))
    .join('/');
}
