import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import type { CollectionPath } from '../../../../server/domain/model/collection-path.ts';
import { dialectNames, type Settings } from '../../../../server/domain/model/settings.ts';
import {
  defaultScenario,
  type FixedResponse,
  occurrenceKinds,
  plainQuirks,
  type Rule,
  ruleFaults,
  sequenceEnds,
} from '../../../../server/domain/scenario/scenario.ts';
import type { SavedRequest, Workspace } from '../../../../server/domain/workspace/workspace.ts';

const name = fc.stringMatching(/^[A-Za-z][\w.~-]{0,8}$/);
const text = fc.string({ minLength: 1, unit: 'binary' });
/** A workspace has no values that JSON lacks, such as a negative zero. */
const json = fc.jsonValue({ stringUnit: 'binary' }).map((value): Json => JSON.parse(JSON.stringify(value)));
const object = fc.dictionary(text, json, { noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
const size = fc.nat(1_073_741_824);
const port = fc.integer({ min: 0, max: 65_535 });

const settings: fc.Arbitrary<Settings> = fc
  .record({
    port,
    consolePort: port,
    https: fc.boolean(),
    httpsPort: port,
    host: text,
    allowedHosts: fc.array(fc.domain()),
    cors: fc.oneof(
      fc.constantFrom('loopback-read' as const, 'loopback' as const, '*' as const, 'off' as const),
      fc.array(fc.constant('https://a.example')),
    ),
    pageSize: fc.integer({ min: 1, max: 100 }),
    maxPageSize: fc.integer({ min: 100, max: 1_000_000 }),
    envelope: fc.constantFrom<Settings['envelope']>('object', 'array', { items: 'data', total: null }, {}),
    dialect: fc.constantFrom(...dialectNames),
    requirePrecondition: fc.boolean(),
    idempotencyKeys: fc.boolean(),
    userService: fc.boolean(),
    unknownFields: fc.constantFrom('reject', 'ignore'),
    bodyLimit: size,
    log: fc.record({ entries: fc.integer({ min: 1, max: 1_000_000 }), bytes: size, bodyBytes: size }),
    keptRequests: fc.integer({ min: 0, max: 10_000 }),
    keptSecrets: fc.boolean(),
    secretNames: fc.array(fc.constantFrom('session-id', 'Pin')),
  })
  .filter(({ port, consolePort }) => port === 0 || port !== consolePort)
  .filter(
    ({ port, consolePort, https, httpsPort }) => !https || httpsPort === 0 || ![port, consolePort].includes(httpsPort),
  );

const pointer = fc.constantFrom('', '/status', '/a~1b/0/~0');
const milliseconds = fc.integer({ min: 0, max: 600_000 });
const count = fc.integer({ min: 1, max: 100 });
const wanted = fc.dictionary(text, fc.option(text), { noNullPrototype: true });
const wantedHeaders = fc.dictionary(fc.constantFrom('Prefer', 'x-a', '!~'), fc.option(text), { noNullPrototype: true });

const status = fc.integer({ min: 200, max: 599 });
const formedBody: fc.Arbitrary<Pick<FixedResponse, 'form' | 'body' | 'substitute'>> = fc.constantFrom(
  { form: 'json', body: ['{now}'], substitute: true },
  { form: 'text', body: 'Hello {query.a}', substitute: true },
  { form: 'text', body: '{', substitute: false },
  { form: 'xml', body: '<a b="{now}">{{</a>', substitute: true },
  { form: 'base64', body: 'AAE=' },
);
const answer: fc.Arbitrary<FixedResponse> = fc.oneof(
  fc.record({ status, headers: fc.constant({ 'Retry-After': '5' }), body: json }, { requiredKeys: ['status'] }),
  fc
    .tuple(status, formedBody)
    .map(([code, body]) => ({ status: code, headers: { 'Set-Cookie': ['a=1', 'b=2'] }, ...body })),
);

const rule: fc.Arbitrary<Rule> = fc.record({
  when: fc.record(
    {
      method: fc.constantFrom('GET', 'PATCH'),
      path: text.map((rest) => `/${rest}`),
      id: text,
      query: wanted,
      headers: wantedHeaders,
      body: fc.array(fc.oneof(fc.record({ pointer, equals: json }), fc.record({ pointer, contains: json })), {
        maxLength: 2,
      }),
      occurrence: fc.record(
        { kind: fc.constantFrom(...occurrenceKinds), count, per: fc.constant('record' as const) },
        { requiredKeys: ['kind', 'count'] },
      ),
    },
    { requiredKeys: [] },
  ),
  then: fc.oneof(
    fc.record({ kind: fc.constant('user-status' as const), userId: text, status: text }),
    fc.record(
      {
        kind: fc.constant('delay' as const),
        milliseconds,
        spread: fc.oneof(
          fc.record({ kind: fc.constant('uniform' as const), most: milliseconds }),
          fc.record({ kind: fc.constant('log-normal' as const), sigma: fc.constantFrom(0, 0.5, 5) }),
        ),
      },
      { requiredKeys: ['kind', 'milliseconds'] },
    ),
    fc.record({ kind: fc.constant('dribble' as const), milliseconds, pieces: count }),
    fc.record({ kind: fc.constant('throttle' as const), bytesPerSecond: count }),
    fc.record({ kind: fc.constant('fault' as const), fault: fc.constantFrom(...ruleFaults) }),
    fc.record(
      { kind: fc.constant('rate-limit' as const), requests: count, seconds: count, announce: fc.boolean() },
      { requiredKeys: ['kind', 'requests', 'seconds'] },
    ),
    fc.record({ kind: fc.constant('ghost-write' as const), patch: object }, { requiredKeys: ['kind'] }),
    fc.record({ kind: fc.constant('quirk' as const), quirk: fc.constantFrom(...plainQuirks) }),
    fc.record({ kind: fc.constant('quirk' as const), quirk: fc.constant('page-size-capped' as const), size: count }),
    answer.map((one) => ({ kind: 'answer' as const, ...one })),
    fc.record(
      {
        kind: fc.constant('sequence' as const),
        answers: fc.array(answer, { minLength: 1, maxLength: 3 }),
        end: fc.constantFrom(...sequenceEnds),
      },
      { requiredKeys: ['kind', 'answers'] },
    ),
  ),
});

function pathsOf(collection: string): readonly CollectionPath[] {
  return [
    { path: `/own/${collection}/{parent}/items/{id}`, record: null },
    { path: `/one/${collection}`, record: '1 a' },
  ];
}

const collection = fc
  .record({
    definition: fc.record({
      name,
      key: text,
      sort: fc.option(text),
      time: fc.option(text),
      schema: fc.option(object),
    }),
    records: fc.array(object),
    numeric: fc.boolean(),
  })
  .map(({ definition, records, numeric }) => ({
    definition: { ...definition, ...(numeric && { paths: pathsOf(definition.name) }) },
    records: records.map((record, index) => ({ ...record, [definition.key]: numeric ? index : `k${index}` })),
  }));

const header = fc.constantFrom(['If-Match', '"1-0"'] as const, ['Prefer', ''] as const);
const savedRequest: fc.Arbitrary<SavedRequest> = fc.record({
  name: text,
  note: fc.string({ unit: 'binary' }),
  method: fc.constantFrom('GET', 'PATCH', 'M-SEARCH'),
  target: text.map((rest) => `/${rest}`),
  headers: fc.array(header, { maxLength: 2 }),
  body: fc.option(fc.string({ unit: 'binary' })),
});

/** Any workspace, with every kind of rule. */
export const workspaces: fc.Arbitrary<Workspace> = fc
  .record({
    schema: fc.option(text, { nil: undefined }),
    name: text,
    settings,
    collections: fc.uniqueArray(collection, { selector: ({ definition }) => definition.name, maxLength: 4 }),
    others: fc.uniqueArray(
      fc.record(
        {
          name: text.filter((name) => name !== 'Default'),
          description: fc.string({ unit: 'binary' }),
          seed: fc.nat(),
          rules: fc.array(rule),
        },
        { requiredKeys: ['name', 'description', 'rules'] },
      ),
      { selector: ({ name }) => name, maxLength: 4 },
    ),
    requests: fc.uniqueArray(savedRequest, { selector: (request) => request.name, maxLength: 3 }),
    place: fc.nat(4),
    active: fc.nat(4),
  })
  .map(({ schema, others, place, active, ...rest }) => {
    const scenarios = [...others.slice(0, place), defaultScenario, ...others.slice(place)];
    return {
      ...(schema !== undefined && { $schema: schema }),
      ...rest,
      scenarios,
      scenario: scenarios[active % scenarios.length]?.name ?? 'Default',
    };
  });
