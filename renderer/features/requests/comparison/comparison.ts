import { maskedRequest } from '../../../../server/contract/schema/masked-request.ts';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import type { CapturedBody } from '../../../../server/contract/schema/state.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../server/domain/json/json.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import { formatPointer, type Pointer } from '../../../../server/domain/json/pointer.ts';
import type { Secrets } from '../../../../server/domain/request/secrets.ts';

/** One property of two requests; undefined if a request lacks it. */
export interface ComparedRow {
  readonly name: string;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

export interface ComparedPart {
  readonly title: string;
  readonly rows: readonly ComparedRow[];
}

/** Compares two exchanges part by part, with those secrets masked. */
export function compareRequests(left: RequestDetail, right: RequestDetail, secrets: Secrets): readonly ComparedPart[] {
  const [maskedLeft, maskedRight] = [maskedRequest(left, secrets), maskedRequest(right, secrets)];
  const part = (title: string, factsOf: (detail: RequestDetail) => readonly Fact[]): ComparedPart => ({
    title,
    rows: paired(factsOf(maskedLeft), factsOf(maskedRight)),
  });
  return [
    part('Request', requestFacts),
    part('Request headers', ({ request }) => headerFacts(request.headers)),
    part('Request body', ({ request }) => bodyFacts(request.body)),
    part('Response', responseFacts),
    part('Response headers', ({ response }) => headerFacts(response?.headers ?? [])),
    part('Response body', ({ response }) => bodyFacts(response?.body ?? null)),
  ].filter(({ rows }) => rows.length > 0);
}

type Fact = readonly [name: string, value: string];

function paired(left: readonly Fact[], right: readonly Fact[]): readonly ComparedRow[] {
  const values = [new Map(left), new Map(right)] as const;
  const names = new Set([...left, ...right].map(([name]) => name));
  return Array.from(names, (name) => ({ name, left: values[0].get(name), right: values[1].get(name) }));
}

function requestFacts({ method, path, scenario, session }: RequestDetail): readonly Fact[] {
  const [address = '', query = ''] = path.split(/\?(.*)/s);
  return [
    ['method', method],
    ['path', address],
    ...joined([...new URLSearchParams(query)].map(([name, value]) => [`?${name}`, value])),
    ['scenario', scenario],
    ...(session === null ? [] : [['session', session] as const]),
  ];
}

function responseFacts({ status, response, explanation }: RequestDetail): readonly Fact[] {
  const line = status === null ? 'no response' : `${status} ${response?.statusText ?? ''}`.trim();
  return [['status', line], ...(explanation ? [['why', explanation.verdict] as const] : [])];
}

/** Header names are case-insensitive, so they are compared in lower case. */
function headerFacts(headers: RequestDetail['request']['headers']): readonly Fact[] {
  return joined(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

/** Joins the values of repeated names. */
function joined(facts: readonly Fact[]): readonly Fact[] {
  const values = new Map<string, string>();
  for (const [name, value] of facts) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return [...values];
}

/** The members of a JSON body by JSON pointer (RFC 6901); any other body as one text. */
function bodyFacts(body: CapturedBody | null): readonly Fact[] {
  if (!body) return [];
  const json = body.truncated || body.encoding !== 'utf8' ? null : parseJson(body.content);
  if (json?.ok) return [...leaves(json.value, [])];
  const cut = body.truncated ? ` … (${body.bytes} bytes, truncated in the log)` : '';
  return [[body.encoding === 'utf8' ? 'text' : 'bytes, base64', body.content + cut]];
}

function* leaves(value: Json, pointer: Pointer): Generator<Fact> {
  const members = isJsonObject(value) || isJsonArray(value) ? Object.entries(value) : [];
  if (members.length === 0) yield [formatPointer(pointer), JSON.stringify(value)];
  for (const [name, member] of members) yield* leaves(member, [...pointer, name]);
}
