/** Which collections the resources of a document become, and what they are called. */
import { jsonEqual } from '../../json/json.ts';
import { isCollectionName } from '../../model/collection-definition.ts';
import type { OpenApiDocument } from './import-document.ts';
import { type RecordForm, recordForm } from './import-record.ts';
import type { Resource } from './import-resources.ts';

export interface FoundCollection {
  readonly name: string;
  readonly form: RecordForm;
  /** Every resource that shows its records. */
  readonly resources: readonly Resource[];
}

/** The collection of the service that is mocked. The mock API shows its records under their own path, too. */
export const ownCollection = 'users';

export function isOwnPath(path: string): boolean {
  return /^\/users\/\{[^{}]+\}\/?$/.test(path);
}

export function findCollections(document: OpenApiDocument, resources: readonly Resource[]): readonly FoundCollection[] {
  const found = new Map<string, FoundCollection>();
  for (const resource of resources) {
    if (isOwn(resource) && found.has(ownCollection)) continue;
    const form = recordForm(document, resource);
    if (!form) continue;
    const name = nameOf(resource, form, found);
    if (name === undefined) {
      document.notes.add('name', resource.record.path, resource.record.item);
      continue;
    }
    noteDifferences(document, resource, form, name);
    const there = found.get(name);
    found.set(name, { name, form: there?.form ?? form, resources: [...(there?.resources ?? []), resource] });
  }
  return [...found.values()];
}

/** A resource with no other path than the mock API's own. */
function isOwn({ list, record }: Resource): boolean {
  return !list && isOwnPath(record.path);
}

/** The last fixed segment of the path; with those before it, where other records have that name already. */
function nameOf(
  { segments }: Resource,
  form: RecordForm,
  found: ReadonlyMap<string, FoundCollection>,
): string | undefined {
  for (let length = 1; length <= segments.length; length++) {
    const name = segments.slice(-length).join('-');
    const there = found.get(name);
    if (!there || isSame(there.form, form)) return isCollectionName(name) ? name : undefined;
  }
  return undefined;
}

function isSame(a: RecordForm, b: RecordForm): boolean {
  return a.key === b.key && jsonEqual(a.schema.value, b.schema.value);
}

/** Notes in what the collection differs from what the document has. */
function noteDifferences({ notes }: OpenApiDocument, resource: Resource, { key }: RecordForm, name: string): void {
  const { segments, record } = resource;
  const path = record.path.replace(/\/[^/]*\/?$/, '');
  const address = `/api/${name}`;
  if (path !== address && !isOwn(resource)) notes.add('address', `${path} at ${address}`, record.item);
  const said = resource.key ?? resource.parameter;
  if (key !== said) notes.add('key', `${name} has ${key} for ${said}`, record.item);
  if (name !== segments.at(-1)) notes.add('renamed', name, record.item);
}
