import type { Json } from '../json/json.ts';
import { parseJson } from '../json/json-text.ts';
import { valueAt } from '../json/pointer.ts';
import { excerpt } from '../json/wording.ts';
import type { Collection } from '../records/collection.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { mask } from '../request/masked-json.ts';
import type { MockRequest } from '../request/mock-request.ts';
import { decodeSegment } from '../request/path-segment.ts';
import { parseQueryString } from '../request/query-string.ts';
import type { Secrets } from '../request/secrets.ts';
import type { InsertedValue, TemplateSource } from '../scenario/render-response.ts';
import { memberOf, pathMembers, type TemplateValue } from '../scenario/template.ts';
import type { MockContext } from '../session/context.ts';
import type { RouteExplanation, ScenarioExplanation } from './explanation.ts';

interface TemplateRequest {
  readonly context: MockContext;
  readonly request: MockRequest;
  readonly route: RouteExplanation;
  /** The path of the rule. */
  readonly pattern: string | undefined;
  /** The record as clients see it. */
  readonly shown: (collection: Collection, record: StoredRecord) => StoredRecord;
}

/** The values that a request has for the templates of a rule's response. All of them see the same `now`. */
export function templateSource({ context, request, route, pattern, shown }: TemplateRequest): TemplateSource {
  const now = new Date(context.wallTime()).toISOString();
  const inPath = (name: string): string | undefined =>
    captured(pattern, request.path, name) ??
    captured(route.pattern ?? undefined, request.path, name) ??
    (name === 'collection' ? route.collection : name === 'id' ? route.id : null) ??
    undefined;
  const body = once(() => bodyOf(request));
  const record = once((): Json | undefined => {
    const collection = route.collection === null ? undefined : context.collections.get(route.collection);
    const stored = route.id === null ? undefined : collection?.get(route.id);
    return collection && stored && shown(collection, stored).value;
  });
  const find = (value: TemplateValue): Json | undefined => {
    switch (value.from) {
      case 'path':
        return inPath(value.name);
      case 'query':
        return parameter(request.query, value.name);
      case 'now':
        return now;
      case 'uuid':
        return context.newId();
      default: {
        const document = value.from === 'body' ? body() : record();
        return document === undefined ? undefined : valueAt(document, value.pointer);
      }
    }
  };
  return { members: pathMembers(pattern), find };
}

/** The decoded segment of a path at the place of a parameter. */
function captured(pattern: string | undefined, path: string, name: string): string | undefined {
  const place = pattern?.split('/').findIndex((segment) => memberOf(segment) === name) ?? -1;
  const decoded = place < 0 ? undefined : decodeSegment(path.split('/')[place] ?? '');
  return decoded?.ok ? decoded.value : undefined;
}

/** The first value of a query parameter. */
function parameter(query: string, name: string): string | undefined {
  const parsed = parseQueryString(query);
  return parsed.ok ? parsed.value.find((one) => one.name === name)?.value : undefined;
}

/** A function that computes its value at the first call: a template may name a long document any number of times. */
function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** A body that is not JSON is one text. */
function bodyOf(request: MockRequest): Json | undefined {
  if (!request.body?.ok) return undefined;
  const parsed = request.parsed ?? parseJson(request.body.value);
  return parsed.ok ? parsed.value : request.body.value;
}

/** Values that an explanation lists; a response may have thousands. */
const mostInserted = 50;

/** The values of a response for its explanation: shortened, and secret ones masked. */
export function insertedValues(inserted: readonly InsertedValue[], secrets: Secrets): ScenarioExplanation['values'] {
  if (inserted.length === 0) return undefined;
  return inserted.slice(0, mostInserted).map(({ name, value }) => {
    const [from = '', rest = ''] = name.split(/\.(.*)/s);
    const isSecret = from === 'query' ? secrets.isParameter(rest) : secrets.isPointer(rest) || secrets.isMember(name);
    return { name, value: isSecret ? mask : valueText(value) };
  });
}

function valueText(value: Json): string {
  return excerpt(typeof value === 'string' ? value : JSON.stringify(value));
}
