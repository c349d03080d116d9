import { grouped } from '../domain/json/wording.ts';

/** A record as the label of an edit names it. */
export function nameRecord(collection: string, id: string): string {
  return `record ${id} of ${collection}`;
}

/**
 * The records of an edit as its label names them: one whose id is given by it, others by their number, such as
 * `3 records of users`, and without a collection if they belong to several.
 */
export function nameRecords(collections: ReadonlySet<string>, id: string | undefined, count: number): string {
  const name = only([...collections]);
  if (name !== undefined && id !== undefined && count === 1) return nameRecord(name, id);
  const number = `${grouped(count)} ${count === 1 ? 'record' : 'records'}`;
  return name === undefined ? number : `${number} of ${name}`;
}

/** The element of a list with one; undefined for any other list. */
export function only<T>(elements: readonly T[]): T | undefined {
  return elements.length === 1 ? elements[0] : undefined;
}
