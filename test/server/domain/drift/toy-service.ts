/** A service in a few lines, which does as the mock with its own conventions, and deviations of it. */
import type { DriftCheck, Script, Side, SideRequest, SideResponse } from '../../../../server/domain/drift/drift.ts';
import { driftScript } from '../../../../server/domain/drift/drift-script.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { CollectionDefinition } from '../../../../server/domain/model/collection-definition.ts';
import { defaultSettings, type Settings } from '../../../../server/domain/model/settings.ts';

export type Service = (request: SideRequest) => SideResponse | null;
/** Changes what a service does. */
export type Deviation = (next: Service) => Service;

export interface Sizes {
  readonly pageSize?: number;
  readonly maxPageSize?: number;
}

/** Records with texts, numbers, equal values and times; `at` does not rise with the keys. */
export const sample: readonly JsonObject[] = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  kind: ['lamp', 'chair', 'table'][index % 3] ?? '',
  name: `${'qwertyuiopas'[index]} thing`,
  price: (index * 7) % 12,
  at: `2026-01-${String(((index * 5) % 12) + 10)}T08:00:00Z`,
}));

const problem = (status: number): SideResponse =>
  json(status, { status, title: 'Refused' }, 'application/problem+json');

/** A response with this body. */
export function json(status: number, body: unknown, type = 'application/json', ...headers: [string, string][]) {
  return { status, headers: [['Content-Type', type], ...headers], body: JSON.stringify(body) } satisfies SideResponse;
}

/** The service with these records. */
export function toyService(records: readonly JsonObject[] = sample, sizes: Sizes = {}): Service {
  const kept = new Map(records.map((one) => [String(one.id), one]));
  const respond = (record: JsonObject, status = 200, ...headers: [string, string][]) => {
    const tag = `"${JSON.stringify(record).length}-${JSON.stringify(record)}"`;
    return json(status, record, undefined, ['ETag', tag], ['X-Resource-Version', '1'], ...headers);
  };
  return ({ method, target, headers, body }) => {
    const { pathname, searchParams } = new URL(target, 'http://toy.test');
    const id = decodeURIComponent(pathname.split('/')[3] ?? '');
    const header = (name: string) => headers.find(([one]) => one === name)?.[1];
    if (id === '' && method === 'GET') return listOf([...kept.values()], searchParams, sizes);
    if (method === 'POST') {
      const made = { id: 500 + kept.size, ...JSON.parse(body ?? '') };
      kept.set(String(made.id), made);
      return respond(made, 201, ['Location', `/api/things/${made.id}`]);
    }
    const found = kept.get(id);
    if (!found) return problem(404);
    const tag = respond(found).headers[1]?.[1];
    if (header('If-None-Match') === tag) return { status: 304, headers: [], body: '' };
    if (method === 'GET' || method === 'HEAD') return respond(found);
    if (header('If-Match') !== undefined && header('If-Match') !== '*' && header('If-Match') !== tag) {
      return problem(412);
    }
    if (method === 'DELETE') return kept.delete(id) ? { status: 204, headers: [], body: '' } : null;
    const given = JSON.parse(body ?? '');
    const change = Array.isArray(given) ? { [given[0].path.slice(1)]: given[0].value } : given;
    kept.set(id, { ...found, ...change });
    return respond({ ...found, ...change });
  };
}

function listOf(all: readonly JsonObject[], query: URLSearchParams, { pageSize = 20, maxPageSize = 1000 }: Sizes) {
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  const size = number('limit') ?? number('per_page') ?? pageSize;
  let found = all;
  for (const [name, value] of query) {
    if (reserved.includes(name)) continue;
    const [, field = '', suffix = ''] = condition.exec(name) ?? [];
    if (!all.some((record) => field in record)) return problem(400);
    found = found.filter((record) => holds[suffix]?.(record[field] as string, value));
  }
  if (size > maxPageSize) return problem(400);
  const filter = /^(\w+) eq (.*)$/.exec(query.get('filter') ?? '');
  if (filter) found = found.filter((record) => JSON.stringify(record[filter[1] ?? '']) === filter[2]);
  const [from, to] = [query.get('start_time'), query.get('end_time')].map((text) => Date.parse(text ?? ''));
  if (query.has('start_time')) {
    found = found.filter(({ at }) => Date.parse(String(at)) >= Number(from) && Date.parse(String(at)) < Number(to));
  }
  const sort = query.get('sort') ?? '';
  const field = sort.replace('-', '');
  const sign = sort.startsWith('-') || query.get('order') === 'desc' ? -1 : 1;
  if (sort !== '')
    found = found.toSorted((a, b) => sign * (String(a[field]) === String(b[field]) ? 0 : less(a[field], b[field])));
  const after = query.get('since_id') ?? query.get('cursor');
  if (after) found = found.slice(found.findIndex((record) => String(record.id) === after) + 1);
  const start = number('offset') ?? ((number('page') ?? 1) - 1) * size;
  const items = found.slice(start, start + size);
  const isMore = found.length > start + size;
  const around = {
    total: all.length,
    limit: size,
    offset: start,
    ...(query.has('cursor') && isMore && { next_cursor: String(items.at(-1)?.id) }),
  };
  const link = isMore ? ([['Link', '</api/things?offset=2>; rel="next"']] as [string, string][]) : [];
  const headers: [string, string][] = [['X-Total-Count', String(all.length)], ['ETag', '"list"'], ...link];
  return json(200, { items, ...around }, undefined, ...headers);
}

const less = (a: unknown, b: unknown) => ((a as string) < (b as string) ? -1 : 1);
const reserved = 'filter sort order limit offset cursor start_time end_time since_id page per_page'.split(' ');
const condition =
  /^(\w+?)(_ne|_lte?|_gte?|_less_than|_greater_than|_in|_contains|_starts_with|_ends_with|_after|_before)?$/;
const holds: Readonly<Record<string, (value: string, operand: string) => boolean>> = {
  '': (value, operand) => String(value) === operand,
  _in: (value, operand) => String(value) === operand,
  _ne: (value, operand) => String(value) !== operand,
  _lt: (value, operand) => value < operand,
  _lte: (value, operand) => value <= operand,
  _gt: (value, operand) => value > operand,
  _gte: (value, operand) => value >= operand,
  _less_than: (value, operand) => value < operand,
  _greater_than: (value, operand) => value > operand,
  _contains: (value, operand) => value.includes(operand),
  _starts_with: (value, operand) => value.startsWith(operand),
  _ends_with: (value, operand) => value.endsWith(operand),
  _after: (value, operand) => value >= operand,
  _before: (value, operand) => value <= operand,
};

/** Does `make` to the requests for which `test` holds. */
export function when(test: (request: SideRequest) => unknown, make: (next: Service) => Service): Deviation {
  return (next) => {
    const made = make(next);
    return (request) => (test(request) ? made(request) : next(request));
  };
}

/** Requests with this text in method, path and query have this response. */
export function responding(text: string, response: SideResponse | null): Deviation {
  return when(
    ({ method, target }) => `${method} ${target}`.includes(text),
    () => () => response,
  );
}

/** Names of parameters are read as others; those of which `rename` makes an empty text are ignored. */
export function renaming(rename: (name: string) => string): Deviation {
  return (next) => (request) => {
    const [path = '', query = ''] = request.target.split('?');
    const renamed = [...new URLSearchParams(query)].map(([name, value]) => [rename(name), value] as [string, string]);
    const left = new URLSearchParams(renamed.filter(([name]) => name !== ''));
    return next({ ...request, target: left.size === 0 ? path : `${path}?${left}` });
  };
}

export function ignoring(...names: readonly string[]): Deviation {
  return renaming((name) => (names.includes(name) ? '' : name));
}

/** Lists with this parameter have other records, of all that there are. */
export function listing(
  parameter: string,
  choose: (all: readonly JsonObject[], value: string) => readonly JsonObject[],
): Deviation {
  return (next) => (request) => {
    const query = new URLSearchParams(request.target.split('?')[1]);
    if (request.method !== 'GET' || !query.has(parameter)) return next(request);
    const all = JSON.parse(next({ ...request, target: '/api/things?limit=1000' })?.body ?? '').items;
    return json(200, { items: choose(all, query.get(parameter) ?? ''), total: all.length });
  };
}

/** All responses have this header instead of their own. */
export function sending(name: string, ...values: readonly string[]): Deviation {
  return (next) => (request) => {
    const response = next(request);
    if (!response) return null;
    const others = response.headers.filter(([one]) => one !== name);
    return { ...response, headers: [...others, ...values.map((value) => [name, value] as const)] };
  };
}

/** All lists have another form. */
export function wrapping(wrap: (list: { items: readonly JsonObject[]; total: number }) => unknown): Deviation {
  return (next) => (request) => {
    const response = next(request);
    const body = response?.status === 200 && JSON.parse(response.body);
    return response && body.items ? { ...response, body: JSON.stringify(wrap(body)) } : response;
  };
}

/** The service as json-server 0.17 and 1 speak. */
export const jsonServer0: Deviation = (next) => {
  const names: Record<string, string> = { _limit: 'limit', _start: 'offset', _page: 'page', _sort: 'sort' };
  const renamed = renaming((name) =>
    name === '_order' ? 'order' : (names[name] ?? name.replace('_like', '_contains')),
  );
  const searching = listing('q', (all, word) => all.filter((record) => JSON.stringify(record).includes(word)));
  return wrapping(({ items }) => items)(searching(renamed(next)));
};

export const jsonServer1: Deviation = (next) => {
  const suffixes: Record<string, string> = { eq: '', startsWith: '_starts_with', endsWith: '_ends_with' };
  const named = (name: string) => name.replace(/[:_](\w+)$/, (_, ending) => suffixes[ending] ?? `_${ending}`);
  const names: Record<string, string> = { _page: 'page', _per_page: 'per_page', _sort: 'sort' };
  return wrapping(({ items }) => items)(renaming((name) => names[name] ?? named(name))(next));
};

/** The requests that a script sends to both sides, and its result. */
function play<T>(script: Script<T>, services: Record<Side, Service>): T {
  let number = 0;
  let step = script.next();
  while (!step.done) {
    const request = step.value;
    const of = (side: Side) => {
      const one = request[side];
      return one && services[side](one);
    };
    const response = { ours: of('ours'), theirs: of('theirs') };
    step = script.next({ number, request, response });
    number += 1;
  }
  return step.value;
}

export interface Compare {
  readonly ours?: Service;
  readonly settings?: Partial<Settings>;
  readonly time?: string | null;
  readonly name?: string;
  readonly writes?: boolean;
  /** The collection's own paths. */
  readonly paths?: CollectionDefinition['paths'];
}

/** The checks of a whole comparison. */
export function compare(theirs: Service, options: Compare = {}): readonly DriftCheck[] {
  const { ours = toyService(), settings, time = 'at', name = 'things', writes = false } = options;
  const found: DriftCheck[] = [];
  const definition = {
    name,
    key: 'id',
    sort: null,
    time,
    schema: null,
    ...(options.paths && { paths: options.paths }),
  };
  const plan = {
    collections: [definition],
    settings: { ...defaultSettings, ...settings },
    writes,
    word: 'zzz',
    done: (checks: readonly DriftCheck[]) => void found.push(...checks),
  };
  play(driftScript(plan), { ours, theirs });
  return found;
}

/**
 * All that is not the same, by rules: what the mock does and what the service does, with the proposed change. What the data
 * do not show begins with a question mark.
 */
export function deviations(checks: readonly DriftCheck[]): Record<string, string> {
  const told = checks.filter(({ outcome }) => outcome !== 'same');
  return Object.fromEntries(told.map((check) => [check.id.replace(` ${check.collection}`, ''), sentence(check)]));
}

function sentence({ detail, outcome, change }: DriftCheck): string {
  if (outcome === 'unknown') return `? ${detail.replace(/The data of the (\w+) do not show it\./, '$1')}`;
  const short = detail.replace(/The mock (.*?)\. The service (.*)\./, '$1 → $2');
  if (change === null) return short;
  if (change.kind === 'quirk') return `${short} [${change.quirk}${change.size ?? ''} ${change.isOn ? 'on' : 'off'}]`;
  if (change.kind === 'order') return `${short} [${change.sort}]`;
  return `${short} [${change.kind === 'settings' ? JSON.stringify(change.settings).replaceAll('"', '') : 'schema'}]`;
}
