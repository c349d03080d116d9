import { type CollectionPath, pathKind, recordPathAt } from '../../server/domain/model/collection-path.ts';

/** The path of a record: one of the collection's own paths if the id is all that it needs, else the one below `/api`. */
export function recordPath(collection: string, id: string, own: readonly CollectionPath[]): string {
  const records = own.find((one) => pathKind(one) === 'records' && one.path.split('{').length === 2);
  return records ? recordPathAt(records.path, id) : `/api/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
}
