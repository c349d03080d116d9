/** Keeps the paths of a document, so that an app needs another host only. */
import { type CollectionPath, parsePath, pathFault, pathShape } from '../../model/collection-path.ts';
import { nameAmong } from '../../records/recognize-key.ts';
import type { FoundCollection } from './import-collections.ts';
import type { OpenApiDocument } from './import-document.ts';
import { memberNames } from './import-record.ts';
import type { Path } from './import-resources.ts';

/**
 * The paths of a collection's lists and records, below the path of the first server. A parameter before the end is kept by
 * the name of the member that it stands for; a path with another one is noted and left out.
 */
export function collectionPaths(
  document: OpenApiDocument,
  { name, form, resources }: FoundCollection,
): readonly CollectionPath[] {
  const base = serverPath(document);
  const members = memberNames(document, form.schema);
  const isTaken = new Set([`/api/${name}`, `/api/${name}/{}`]);
  return resources.flatMap(({ list, record }) => {
    const own = [list, record].filter((one) => one !== undefined);
    const paths = own.map(({ path }) => withMemberNames(base + path.replace(/\/$/, ''), members));
    const isKept = (path: string) => pathFault({ path, record: null }) === undefined && namesMembers(path, members);
    const [first] = own;
    if (first && !paths.every(isKept)) document.notes.add('address', `${first.path} at /api/${name}`, first.item);
    const others = paths.filter((path) => isKept(path) && !isTaken.has(pathShape(path)));
    return others.map((path) => ({ path, record: null }));
  });
}

/** The paths that a document of this program names beside those below `/api`, by `x-collection` and `x-record`. */
export function declaredPaths(paths: readonly Path[], collection: string): readonly CollectionPath[] {
  return paths
    .filter(({ item }) => item.member('x-collection').text === collection)
    .map(({ path, item }) => ({ path, record: item.member('x-record').text ?? null }))
    .filter((path) => pathFault(path) === undefined);
}

/** The path of the document's first server, such as `/v2`; empty for none. Its variables have their defaults. */
function serverPath(document: OpenApiDocument): string {
  const [server] = document.root.member('servers').elements();
  const variables = server?.member('variables');
  const url = (server?.member('url').text ?? '').replace(
    /\{([^{}]*)\}/g,
    (_, name: string) => variables?.member(name).member('default').text ?? '',
  );
  return url
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
}

/** Renames the parameters before the end to the members that they stand for: `customer-id` may be `customerId`. */
function withMemberNames(path: string, members: readonly string[]): string {
  const last = path.length - 1;
  return path.replace(/\{([^{}]*)\}/g, (parameter, name: string, at: number) => {
    if (at + parameter.length > last) return '{id}';
    return `{${nameAmong(members, [name, name.replace(/[-_]?id$/i, ''), `${name}Id`]) ?? name}}`;
  });
}

function namesMembers(path: string, members: readonly string[]): boolean {
  const parsed = parsePath(path);
  const inside = parsed.ok ? parsed.value.slice(0, -1) : [];
  return inside.every((segment) => segment.kind === 'fixed' || members.includes(segment.name));
}
