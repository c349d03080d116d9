import type { Json } from '../../domain/json/json.ts';
import type { SavedRequest } from '../../domain/workspace/workspace.ts';
import type { CheckedCursor } from './checked-cursor.ts';

/** The requests that a workspace keeps, to be sent by hand. Each has a name of its own. */
export function decodeSavedRequests(at: CheckedCursor): readonly SavedRequest[] {
  const requests = at.elements().map(decodeSavedRequest);
  const names = requests.map(({ name }) => name);
  names.forEach((name, index) => {
    const first = names.indexOf(name);
    if (first < index)
      at.member(String(index))
        .member('name')
        .refuse(`request ${first + 1} is already called "${name}"`);
  });
  return requests;
}

function decodeSavedRequest(at: CheckedCursor): SavedRequest {
  at.onlyMembers(['name', 'note', 'method', 'target', 'headers', 'body']);
  return {
    name: at.required('name').text(''),
    note: at.member('note').read(isText, 'must be a text', ''),
    method: at.member('method').read(isMethod, 'must be a method such as "GET"', 'GET'),
    target: at.required('target').read(isTarget, 'must be a path that begins with "/"', '/'),
    headers: at.member('headers').elements().map(decodeHeader),
    body: at.member('body').read(isTextOrNull, 'must be a text', null),
  };
}

function decodeHeader(at: CheckedCursor): readonly [name: string, value: string] {
  if (at.list().length !== 2) at.refuse('must be a pair of a name and a value');
  return [at.member('0').text(''), at.member('1').read(isText, 'must be a text', '')];
}

/** A request as the file has it; what is a default is left out. */
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

function isMethod(value: Json): value is string {
  return typeof value === 'string' && /^[A-Z]+(-[A-Z]+)*$/.test(value);
}

function isTarget(value: Json): value is string {
  return typeof value === 'string' && value.startsWith('/');
}
