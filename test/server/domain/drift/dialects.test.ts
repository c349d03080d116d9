import { expect, test } from 'vitest';
import {
  compare,
  type Deviation,
  deviations,
  json,
  jsonServer0,
  jsonServer1,
  responding,
  sample,
  sending,
  toyService,
  wrapping,
} from './toy-service.ts';

/** Reads each parameter as another one; those without another are ignored. */
function reading(read: (name: string, value: string) => readonly [name: string, value: string] | undefined): Deviation {
  return (next) => (request) => {
    const [path = '', query = ''] = request.target.split('?');
    const given = [...new URLSearchParams(query)].flatMap(([name, value]) => {
      const one = read(name, value);
      return one ? [[...one]] : [];
    });
    return next({ ...request, target: given.length === 0 ? path : `${path}?${new URLSearchParams(given)}` });
  };
}

const withoutHeaders: Deviation = (next) => sending('Link')(sending('X-Total-Count')(next));
const scimNames: Readonly<Record<string, string>> = { count: 'limit', sortBy: 'sort', filter: 'filter' };

const scim: Deviation = (next) => {
  const read = reading((name, value) => {
    if (name === 'startIndex') return ['offset', String(Number(value) - 1)];
    if (name === 'sortOrder') return ['order', value === 'descending' ? 'desc' : 'asc'];
    return scimNames[name] === undefined ? undefined : [scimNames[name], value];
  });
  const wrap = wrapping(({ items, total }) => ({ schemas: ['list'], totalResults: total, Resources: items }));
  return withoutHeaders(wrap(read(next)));
};

const jsonApi: Deviation = (next) => {
  const read = reading((name, value) => {
    const page = /^page\[(\w+)\]$/.exec(name)?.[1];
    if (page !== undefined) return [{ number: 'page', size: 'per_page' }[page] ?? page, value];
    return name === 'sort' ? ['sort', value] : undefined;
  });
  const wrap = wrapping(({ items, total, ...rest }) => ({
    data: items.map(({ id, ...attributes }) => ({ type: 'things', id: String(id), attributes })),
    links: { next: `/api/things?page%5Bcursor%5D=${(rest as { next_cursor?: string }).next_cursor ?? ''}` },
    meta: { total },
  }));
  return withoutHeaders(wrap(read(next)));
};

const speaking = { scim, 'json-api': jsonApi };

/** What differs from a service of a dialect, and the rules that were compared. */
function compared(dialect: keyof typeof speaking, deviation: Deviation = (next) => next, writes = false) {
  const service = () => speaking[dialect](toyService(sample, { pageSize: 5 }));
  const checks = compare(deviation(service()), { ours: service(), settings: { dialect, pageSize: 5 }, writes });
  return { found: deviations(checks), rules: checks.map(({ rule }) => rule) };
}

const changing =
  (pattern: RegExp, to: string): Deviation =>
  (next) =>
  (request) =>
    next({ ...request, target: request.target.replace(pattern, to) });

const form = 'sends an object with Resources, schemas, totalResults';

test('a service of SCIM has pages that begin with 1, two words for directions, and filter expressions', () => {
  const { found, rules } = compared('scim');
  expect(found).toEqual({});
  expect(rules).toMatchInlineSnapshot(`
    [
      "list-status",
      "parameter-limit",
      "list-type",
      "list-tag",
      "page-cap",
      "list-form",
      "total",
      "total-header",
      "link",
      "page-size",
      "order",
      "members",
      "parameter-offset",
      "parameter-sort",
      "tie-break",
      "parameter-expression",
      "record-status",
      "record-type",
      "record-tag",
      "version",
      "conditional-get",
      "head",
      "missing",
      "error-form",
    ]
  `);
});

test.each<[string, Deviation, Record<string, string>]>([
  [
    'an index that begins with 0',
    changing(/startIndex=2$/, 'startIndex=3'),
    { 'parameter-offset': 'skips as many records → returns other records' },
  ],
  [
    'other words for directions',
    changing(/sortOrder=descending/, 'sortOrder=desc'),
    { 'parameter-sort': 'sorts → returns other records' },
  ],
  [
    'another name of the list, which no setting changes',
    (next) => (request) => {
      const response = next(request);
      return response && { ...response, body: response.body.replace('"Resources":', '"items":') };
    },
    { 'list-form': `${form} → ${form.replace('Resources', 'items')}` },
  ],
  ['no expressions', changing(/filter=/, 'none='), { 'parameter-expression': 'applies it → ignores it' }],
])('finds in a service of SCIM %s', (_, deviation, expected) => {
  expect(compared('scim', deviation).found).toEqual(expected);
});

const unshown = {
  order: '? The records of the service do not show it.',
  'page-size': '? The service has too few records to show it.',
};

test('of JSON:API, pages, orders and single records are compared, but no conditions and no writes', () => {
  const { found, rules } = compared('json-api', undefined, true);
  expect(found).toEqual({ ...unshown, create: '? Writes of JSON:API are not compared.' });
  expect(rules).toMatchInlineSnapshot(`
    [
      "list-status",
      "parameter-limit",
      "list-type",
      "list-tag",
      "page-limit",
      "page-cap",
      "list-form",
      "total",
      "total-header",
      "link",
      "page-size",
      "order",
      "members",
      "parameter-offset",
      "parameter-page",
      "parameter-cursor",
      "parameter-sort",
      "tie-break",
      "record-status",
      "record-type",
      "record-tag",
      "version",
      "conditional-get",
      "head",
      "missing",
      "error-form",
      "create",
    ]
  `);
});

test.each<[string, Deviation, Record<string, string>]>([
  ['no cursor', changing(/page%5Bcursor%5D=/, 'none='), { 'parameter-cursor': 'continues after it → gives no cursor' }],
  [
    'pages that begin with 0',
    changing(/page%5Bnumber%5D=1/, 'page%5Bnumber%5D=2'),
    { 'parameter-page': 'numbers pages from 1 → numbers pages from 0 [pages-from-zero on]' },
  ],
  [
    'an offset that is refused',
    responding('page%5Boffset%5D=1', json(400, {})),
    { 'page-cap': '? service', 'parameter-offset': 'skips as many records → responds with 400' },
  ],
])('finds in a service of JSON:API %s', (_, deviation, expected) => {
  expect(compared('json-api', deviation).found).toEqual({ ...unshown, ...expected });
});

const lists = 'list-status parameter-limit list-type list-tag list-form total total-header';
const members = 'page-size order members';
const rest = 'record-status record-type record-tag version conditional-get head missing error-form';

test.each([
  [
    'json-server-0.17',
    jsonServer0,
    `${lists} ${members} parameter-offset parameter-page parameter-sort tie-break parameter-filter parameter-search ` +
      `unknown-field ${rest}`,
  ],
  [
    'json-server-1',
    jsonServer1,
    `${lists} link ${members} parameter-page parameter-sort tie-break parameter-filter unknown-field ${rest}`,
  ],
] as const)('of %s, the parameters that it has are compared', (dialect, speaking, rules) => {
  const service = () => speaking(toyService(sample, { pageSize: 1000 }));
  const checks = compare(service(), { ours: service(), settings: { dialect } });
  expect(deviations(checks)).toEqual({});
  expect(checks.find(({ rule }) => rule === 'page-size')?.detail).toBe('Both: returns all records.');
  expect(checks.map(({ rule }) => rule).join(' ')).toBe(rules);
});
