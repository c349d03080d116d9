import { base64Text } from '../../domain/basics/base64.ts';
import { isJsonArray, isJsonObject, type Json } from '../../domain/json/json.ts';
import { type BodyForm, bodyForms, type FixedResponse } from '../../domain/scenario/scenario.ts';
import { misplacedInXml, parseTemplate, pathMembers } from '../../domain/scenario/template.ts';
import type { CheckedCursor } from './checked-cursor.ts';

export const responseStatus = [200, 599] as const;

/** A token (RFC 9110, 5.6.2). */
export const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;
export const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

export const responseMembers = [
  'status',
  'headers',
  'form',
  'body',
  'substitute',
] as const satisfies readonly (keyof FixedResponse)[];

/** Decodes a fixed response. Its members are those of the domain's type; `path` is the pattern in the rule's condition. */
export function decodeFixedResponse(at: CheckedCursor, path: string | undefined): FixedResponse {
  const headers = at.member('headers');
  const body = at.member('body');
  const form = at.member('form');
  const chosen = form.oneOf(bodyForms, 'json');
  if (chosen !== 'json') {
    body.read(isText, `must be a text, because the form of the body is "${chosen}"`, '');
    if (chosen === 'base64' && typeof body.value === 'string')
      body.read(isBase64, 'must be base64 with its padding', '');
  }
  const substitute = at.member('substitute');
  if (substitute.boolean()) {
    const members = pathMembers(path);
    for (const name of headers.names()) checkTemplates(headers.member(name), 'text', members);
    checkTemplates(body, chosen, members);
  }
  return {
    status: at.required('status').integer(...responseStatus, 200),
    ...(headers.value !== undefined && { headers: decodeHeaders(headers) }),
    ...(form.value !== undefined && { form: chosen }),
    ...(body.value !== undefined && { body: body.value }),
    ...(substitute.value !== undefined && { substitute: substitute.boolean() }),
  };
}

/** Notes a fault for each text below that is not a template. */
function checkTemplates(at: CheckedCursor, form: BodyForm, members: readonly string[]): void {
  const { value } = at;
  if (typeof value === 'string') {
    const parsed = parseTemplate(value, members);
    const reason = parsed.ok ? (form === 'xml' ? misplacedInXml(parsed.value) : null) : parsed.problem;
    if (reason !== null) at.refuse(reason);
  } else if (isJsonArray(value)) {
    for (const element of at.elements()) checkTemplates(element, form, members);
  } else if (isJsonObject(value)) {
    for (const name of at.names()) checkTemplates(at.member(name), form, members);
  }
}

/** Notes a fault for each member that is not the name of a header. */
export function checkHeaderNames(at: CheckedCursor): void {
  for (const name of at.names()) {
    if (!headerName.test(name)) at.member(name).refuse('is not the name of a header');
  }
}

/** Decodes the headers of a response: names and values that HTTP can carry. */
function decodeHeaders(at: CheckedCursor): NonNullable<FixedResponse['headers']> {
  checkHeaderNames(at);
  const read = (one: CheckedCursor) => one.read(isHeaderValue, 'must be a text that a header can carry', '');
  return Object.fromEntries(
    at.names().map((name) => {
      const value = at.member(name);
      if (!isJsonArray(value.value)) return [name, read(value)];
      if (value.value.length === 0) value.refuse('must have at least one value');
      return [name, value.elements().map(read)];
    }),
  );
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}

function isBase64(value: Json): value is string {
  return typeof value === 'string' && base64Text.test(value);
}

function isHeaderValue(value: Json): value is string {
  return typeof value === 'string' && headerValue.test(value);
}
