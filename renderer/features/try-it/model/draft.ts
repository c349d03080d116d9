import type { CommandInput } from '../../../../server/contract/command.ts';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import type { ConsoleState } from '../../../../server/contract/schema/state.ts';
import { type CollectionPath, pathKind } from '../../../../server/domain/model/collection-path.ts';
import type { PathTable } from '../../../../server/domain/request/path-table.ts';
import type { SavedRequest } from '../../../../server/domain/workspace/workspace.ts';
import { headerOf, isNamed, portableHeaders } from '../../../exchange/headers.ts';
import { uriText } from '../../../exchange/pieces.ts';
import { recordPath } from '../../../exchange/record-path.ts';
import { type Subject, splitTarget, subjectOf, type Target } from '../../../exchange/subject.ts';

/** The request under construction. Every editor of the builder shows a part of it. */
export type Draft = Pick<CommandInput<'requests.send'>, 'method' | 'target' | 'headers' | 'body'>;

export type Header = Draft['headers'][number];

export const emptyDraft: Draft = { method: 'GET', target: '/users/42', headers: [], body: null };

export function joinTarget({ path, query }: Target): string {
  return query === '' ? path : `${path}?${query}`;
}

/** The key member of a subject's collection. */
export function keyOf(subject: Subject, state: Pick<ConsoleState, 'collections'> | null): string {
  const collection = 'collection' in subject ? subject.collection : 'users';
  return state?.collections.find(({ name }) => name === collection)?.key ?? 'id';
}

/** The path of a list, a record or a user: one of the collection's own paths if it fits, else the one below `/api`. */
export function pathOf(subject: Exclude<Subject, { kind: 'other' }>, own: readonly CollectionPath[]): string {
  switch (subject.kind) {
    case 'list':
      return (
        own.find((one) => pathKind(one) === 'list' && !one.path.includes('{'))?.path ?? apiPath(subject.collection)
      );
    case 'record':
      return recordPath(subject.collection, subject.id, own);
    case 'user':
      return `/users/${encodeURIComponent(subject.id)}`;
  }
}

/** The resource in another collection. A user of the User Information Service is a record of "users", too. */
export function inCollection(subject: Subject, collection: string): Exclude<Subject, { kind: 'other' }> {
  if (subject.kind === 'user' && collection === 'users') return { kind: 'record', collection, id: subject.id };
  return { kind: 'list', collection };
}

function apiPath(collection: string): string {
  return `/api/${encodeURIComponent(collection)}`;
}

/** Turns typed text into a target: drops origin and fragment, percent-encodes characters that a URI cannot hold. */
export function sendableTarget(text: string): string {
  const local = text.trim().replace(/^https?:\/\/[^/?#]*/i, '');
  const [beforeFragment = ''] = local.split('#');
  const path = beforeFragment.startsWith('/') ? beforeFragment : `/${beforeFragment}`;
  return uriText(path);
}

/** The text of an address field: as it was typed, while that is the target. */
export function addressText(typed: string | null, target: string): string {
  return typed !== null && sendableTarget(typed) === target ? typed : target;
}

/** The headers with one value for that name, in its old place or at the end; undefined removes the header. */
export function withHeader(headers: readonly Header[], name: string, value: string | undefined): Header[] {
  const place = headers.findIndex(([other]) => isNamed(other, name));
  const others = headers.filter(([other], index) => !isNamed(other, name) || (index === place && value !== undefined));
  if (value === undefined) return others;
  if (place < 0) return [...others, [name, value]];
  return others.map((header) => (isNamed(header[0], name) ? [header[0], value] : header));
}

/** A logged request as a draft, without the headers of its connection. */
export function loggedDraft({ method, path, request }: RequestDetail): Draft {
  const headers = portableHeaders(request.headers);
  const body = request.body?.encoding === 'utf8' && !request.body.truncated ? request.body.content : null;
  return copied({ method, target: path, headers: headers.map(([name, value]): Header => [name, value]), body });
}

/** The headers that choose the scenario and the session. */
export function scopeHeaders({ headers }: Draft): Draft['headers'] {
  return headers.filter(([name]) => isNamed(name, 'X-Mock-Scenario') || isNamed(name, 'X-Mock-Session'));
}

/** The session of a draft; undefined for the shared live state. */
export function sessionOf({ headers }: Draft): string | undefined {
  return headerOf(headers, 'X-Mock-Session');
}

/** The target of the resource: the query belongs to a list, not to a record. */
export function resourceTarget({ target }: Draft, served: PathTable): string {
  return subjectOf(target, served).kind === 'list' ? target : splitTarget(target).path;
}

/** A key for the resource in its session; another session may hold another version. */
export function resourceId(draft: Draft, served: PathTable): string {
  return `${sessionOf(draft) ?? ''} ${resourceTarget(draft, served)}`;
}

/** A deep copy of a draft. */
export function copied({ method, target, headers, body }: Omit<SavedRequest, 'name' | 'note'>): Draft {
  return { method, target, headers: headers.map(([name, value]) => [name, value]), body };
}
