/** Turns the resources of a document into collections and names them. */
import type { Work } from '../../basics/work.ts';
import { jsonEqual } from '../../json/json.ts';
import { isCollectionName } from '../../model/collection-definition.ts';
import type { OpenApiDocument } from './import-document.ts';
import { type RecordForm, recordForm } from './import-record.ts';
import { nowhere, type Resource } from './import-resources.ts';

export interface FoundCollection {
  readonly name: string;
  readonly form: RecordForm;
  /** The resources with records of this collection. */
  readonly resources: readonly Resource[];
}

/** The collection of the User Information Service. The mock API also serves its records under `/users/{userId}`. */
export const ownCollection = 'users';

export function isOwnPath(path: string): boolean {
  return /^\/users\/\{[^{}]+\}\/?$/.test(path);
}

export function* findCollections(
  document: OpenApiDocument,
  resources: readonly Resource[],
): Work<readonly FoundCollection[]> {
  const found = new Map<string, FoundCollection & { readonly resources: Resource[] }>();
  for (const resource of resources) {
    yield;
    if (isOwn(resource) && found.has(ownCollection)) continue;
    const form = recordForm(document, resource);
    // A list such as /pets/findByStatus shows records of another one.
    if (!form || (!resource.record && [...found.values()].some((one) => isSame(one.form, form)))) continue;
    const name = nameOf(resource, form, found);
    if (name === undefined) {
      const { path, item } = resource.record ?? resource.list ?? nowhere;
      document.notes.add('name', path, item);
      continue;
    }
    noteDifferences(document, resource, form, name);
    const known = found.get(name);
    if (known) known.resources.push(resource);
    else found.set(name, { name, form, resources: [resource] });
  }
  return [...found.values()];
}

/** True if the only path of a resource is `/users/{userId}`. */
function isOwn({ list, record }: Resource): boolean {
  return !list && isOwnPath((record ?? nowhere).path);
}

/** The last fixed segment of the path; if another collection has that name, together with the segments before it. */
function nameOf(
  { segments }: Resource,
  form: RecordForm,
  found: ReadonlyMap<string, FoundCollection>,
): string | undefined {
  for (let length = 1; length <= segments.length; length++) {
    const name = segments.slice(-length).join('-');
    const known = found.get(name);
    if (!known || isSame(known.form, form)) return isCollectionName(name) ? name : undefined;
  }
  return undefined;
}

function isSame(a: RecordForm, b: RecordForm): boolean {
  return a.key === b.key && jsonEqual(a.schema.value, b.schema.value);
}

/** Notes how the collection differs from the document. */
function noteDifferences({ notes }: OpenApiDocument, resource: Resource, { key }: RecordForm, name: string): void {
  const { segments, record, list } = resource;
  const { item } = record ?? list ?? nowhere;
  const declared = resource.key ?? resource.parameter ?? key;
  if (key !== declared) notes.add('key', `${name} has ${key} for ${declared}`, item);
  if (name !== segments.at(-1)) notes.add('renamed', name, item);
}
