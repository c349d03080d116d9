/**
 * Where a document has records: a path that ends in a parameter is that of one record, and the path before it is that of
 * their list. Nothing else is taken for a collection.
 */

import type { JsonCursor } from '../../json/json-cursor.ts';
import type { OpenApiDocument } from './import-document.ts';

/** A path as the document writes it, and its path item. */
export interface Path {
  readonly path: string;
  readonly item: JsonCursor;
}

export interface Resource {
  /** The fixed segments of the list's path: the last one names what is there. */
  readonly segments: readonly string[];
  /** The parameter at the end of the record's path. */
  readonly parameter: string;
  /** The member that identifies a record, where the document says so with `x-key`, as those of this program do. */
  readonly key: string | undefined;
  /** Undefined where the document has no path for the list. */
  readonly list: Path | undefined;
  readonly record: Path;
}

/** A body that a resource takes or gives: its media type object, and whether it holds a record or a list of them. */
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
    .map((spot) => ({ path: spot.name, item: document.follow(spot) }));
}

/** The resources among those paths. Those that have a list come first, because they say the most. */
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

/** The JSON bodies of a resource; those that show a whole record first. */
export function bodiesOf(document: OpenApiDocument, { list, record }: Resource): readonly Body[] {
  const operation = (path: Path | undefined, method: string) => path?.item.member(method);
  const [post, put, patch] = [operation(list, 'post'), operation(record, 'put'), operation(record, 'patch')];
  return [
    ...answers(document, 'record', operation(record, 'get')),
    ...answers(document, 'list', operation(list, 'get')),
    ...[post, put, patch].flatMap((one) => answers(document, 'record', one)),
    ...[post, put].flatMap((one) => request(document, 'record', one)),
    ...request(document, 'change', patch),
  ];
}

function answers(document: OpenApiDocument, holds: Body['holds'], operation: JsonCursor | undefined): readonly Body[] {
  const responses = operation?.member('responses').members() ?? [];
  return responses
    .filter(({ name }) => /^2(?:\d\d|XX)$/i.test(name))
    .flatMap((response) => jsonBodies(document, holds, response));
}

function request(document: OpenApiDocument, holds: Body['holds'], operation: JsonCursor | undefined): readonly Body[] {
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

/** A slash at the end makes no other path. */
function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/').slice(1);
}

/** Paths that differ in nothing but the names of their parameters are the same. */
function templateOf(path: string): string {
  return segmentsOf(path)
    .map((segment) => segment.replace(/\{[^{}]*\}/g, '{}'))
    .join('/');
}
