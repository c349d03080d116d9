import type { Json } from '../../domain/json/json.ts';
import type { SavedRequest } from '../../domain/workspace/workspace.ts';
import type { CheckedCursor } from './checked-cursor.ts';
import { isMethod, isPath } from './rule-format.ts';

/** Decodes the saved requests of a workspace. Their names are unique. */
export function decodeSavedRequests(at: CheckedCursor): readonly SavedRequest[] {
  const requests = at.elements().map(decodeSavedRequest);
  at.uniqueNames(requests, 'request');
  return requests;
}

function decodeSavedRequest(at: CheckedCursor): SavedRequest {
  at.onlyMembers(['name', 'note', 'method', 'target', 'headers', 'body']);
  return {
    name: at.required('name').text(),
    note: at.member('note').read(isText, 'must be a text', ''),
    method: at.member('method').read(isMethod, 'must be a method such as "GET"', 'GET'),
    target: at.required('target').read(isPath, 'must be a path that begins with "/"', '/'),
    headers: at.member('headers').elements().map(decodeHeader),
    body: at.member('body').read(isTextOrNull, 'must be a text', null),
  };
}

function decodeHeader(at: CheckedCursor): readonly [name: string, value: string] {
  if (at.list().length !== 2) at.refuse('must be a pair of a name and a value');
  return [at.member('0').text(), at.member('1').read(isText, 'must be a text', '')];
}

/** The JSON of a saved request, without default values. */
export function encodeSavedRequest({ name, note, method, target, headers, body }: SavedRequest): Json {
  return {
    name,
    ...(note !== '' && { note }),
    ...(method !== 'GET' && { method }),
    target,
    ...(headers.length > 0 && { headers }),
    ...(body !== null && { body }),
  };
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: Json): value is string | null {
  return value === null || typeof value === 'string';
}
