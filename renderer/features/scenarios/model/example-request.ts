import type { CollectionPath } from '../../../../server/domain/model/collection-path.ts';
import type { Rule } from '../../../../server/domain/scenario/scenario.ts';
import { preferredId } from '../../../exchange/existing-id.ts';
import { recordPath } from '../../../exchange/record-path.ts';

/** A request as the dry run has it. */
export interface TriedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** As typed: `Name: value`, separated by semicolons. */
  readonly headers: string;
  /** JSON text; empty for none. */
  readonly body?: string;
}

/** A record that an example is about. */
export interface ExampleRecord {
  readonly collection: string;
  readonly id: string;
  /** Whether it is a user of the User Information Service, which has a path of its own. */
  readonly isUser: boolean;
  /** The collection's own paths. */
  readonly paths: readonly CollectionPath[];
}

/** The user whom the documents and the sample name. */
export const documentedUser: ExampleRecord = { collection: 'users', id: preferredId, isUser: true, paths: [] };

/**
 * A request that a rule applies to, as far as its method, path, record, query and headers decide; a read of the record
 * without a rule.
 */
export function exampleRequest(rule: Rule | undefined, record: ExampleRecord): TriedRequest {
  const { method, path, id, query, headers } = rule?.when ?? {};
  const { then } = rule ?? {};
  const isGhost = then?.kind === 'ghost-write';
  const subject =
    then?.kind === 'user-status' && id === undefined
      ? { ...documentedUser, id: then.userId }
      : { ...record, id: id ?? record.id };
  const pairs = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, value ?? '1']);
  const parameters = new URLSearchParams(pairs).toString();
  const filled = path === undefined ? pathOf(subject, isGhost) : filledPath(path, subject);
  return {
    method: method ?? (isGhost ? 'PATCH' : 'GET'),
    target: parameters === '' ? filled : `${filled}?${parameters}`,
    headers: Object.entries(headers ?? {})
      .map(([name, value]) => `${name}: ${value ?? '1'}`)
      .join('; '),
  };
}

/** The path of a record; `isWrite` where the User Information Service, which only reads, does not do. */
function pathOf({ collection, id, isUser, paths }: ExampleRecord, isWrite = false): string {
  return isUser && !isWrite ? `/users/${encodeURIComponent(id)}` : recordPath(collection, id, paths);
}

/** A path that meets the pattern of a rule. */
function filledPath(pattern: string, record: ExampleRecord): string {
  const segments = pattern.split('/');
  const id = encodeURIComponent(record.id);
  const begun = segments.slice(0, -1).join('/');
  if (segments.at(-1) === '**' && begun === '') return pathOf(record);
  if (segments.at(-1) === '**' && begun === '/api') return pathOf({ ...record, paths: [] }, true);
  return segments
    .map((segment, index) => {
      const isPlaceholder = segment.startsWith('{') && segment.endsWith('}');
      return isPlaceholder || (segment === '**' && index === segments.length - 1) ? id : segment;
    })
    .join('/');
}

/** The collection that a rule's path names, else null. */
export function namedCollection(rule: Rule | undefined, names: readonly string[]): string | null {
  const segments = rule?.when.path?.split('/') ?? [];
  return names.find((name) => segments.includes(name)) ?? null;
}
