import type { Problem } from '../basics/problem.ts';
import { problemJson } from '../dialect/default-dialect.ts';
import type { Dialect, ErrorValue } from '../dialect/dialect.ts';
import { isJsonObject, type Json } from '../json/json.ts';
import { fillForm } from './form.ts';

/** The body of a refusal and its media type: in the form of the dialect, or as problem details (RFC 9457). */
export function errorBody(
  { errors, errorType }: Dialect,
  reason: Problem,
): { readonly type: string; readonly body: string } {
  const form = errors.byStatus[reason.status] ?? errors.form;
  if (form === null) return { type: problemJson, body: JSON.stringify(reason) };
  return { type: errorType, body: JSON.stringify(fillForm(form, errorValues(reason))) };
}

function errorValues(reason: Problem): Readonly<Record<ErrorValue, Json | undefined>> {
  const { type, title, status, detail } = reason;
  const code = type.slice(type.lastIndexOf('/') + 1);
  return {
    status,
    statusText: String(status),
    code,
    title,
    detail,
    // The filter is the only parameter with words of its own.
    scimType: code === 'unknown-field' && reason.parameter !== 'filter' ? 'invalidValue' : scimTypes[code],
    source: sourceOf(reason),
  };
}

/** The parameter, or the place in the body, to which a problem belongs. */
function sourceOf({ parameter, errors }: Problem): Json | undefined {
  if (parameter !== undefined) return { parameter };
  const [first = null] = Array.isArray(errors) ? (errors as readonly Json[]) : [];
  const pointer = isJsonObject(first) ? first.pointer : undefined;
  return pointer === undefined ? undefined : { pointer };
}

/** The words of RFC 7644, table 9, by the code of a problem. */
const scimTypes: Readonly<Record<string, string>> = {
  'bad-filter': 'invalidFilter',
  'unknown-field': 'invalidFilter',
  'bad-parameter': 'invalidValue',
  'bad-body': 'invalidSyntax',
  'bad-patch': 'invalidSyntax',
  'unprocessable-patch': 'invalidPath',
  'invalid-record': 'invalidValue',
  conflict: 'uniqueness',
};
