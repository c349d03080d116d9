import fc from 'fast-check';
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import type { ClientResponse } from '../../support/http-client.ts';
import type { Model } from './model.ts';
import { type Body, type Conditions, type ModelRequest, pathOf, respond, type Validators } from './reference-http.ts';
import { canonical, isObject, type Operation, own } from './reference-json.ts';
import type { Rig } from './rig.ts';
import { type Step, step } from './step.ts';
import { keyOf, membersOf, place, scenarioName, session } from './values.ts';

const types = {
  merge: 'application/merge-patch+json',
  patch: 'application/json-patch+json',
  record: 'application/json',
};

function headersOf({
  session: name,
  scenario,
  conditions,
  body,
}: ModelRequest): readonly (readonly [string, string])[] {
  const list = (tags: '*' | readonly string[]) => (tags === '*' ? '*' : tags.join(', '));
  const { ifMatch, version, ifNoneMatch } = conditions;
  const type = body?.kind === 'xml' ? 'application/xml' : body && body.kind !== 'broken' ? types[body.kind] : undefined;
  const all: readonly (readonly [string, string | undefined])[] = [
    ['X-Mock-Session', name ?? undefined],
    ['X-Mock-Scenario', scenario ?? undefined],
    ['If-Match', ifMatch && list(ifMatch)],
    ['X-Resource-Version', version],
    ['If-None-Match', ifNoneMatch && list(ifNoneMatch)],
    ['Content-Type', type],
  ];
  return all.flatMap(([header, value]) => (value === undefined ? [] : [[header, value] as const]));
}

function textOf(body: Body | undefined): string | undefined {
  if (!body) return undefined;
  return body.kind === 'broken' ? '{"tag":' : body.kind === 'xml' ? '<tag/>' : JSON.stringify(body.value);
}

/** Sends a request and compares the response with the model's. Gives the validators of the record that it shows. */
async function exchange(
  { state, ledger }: Model,
  rig: Rig,
  request: ModelRequest,
  current?: Validators,
): Promise<Validators | undefined> {
  const { method, collection: name, id, session: scope } = request;
  const collection = state.collections.get(name);
  const known = collection && id !== null ? collection.known(scope).get(id) : undefined;
  let expected = respond(state, request, current);
  const response = await rig.now.send({
    method,
    target: pathOf(name, id),
    headers: headersOf(request),
    body: textOf(request.body),
  });
  if (expected.withKey) expected = expected.withKey(generatedKey(response, collection?.definition.key ?? ''));
  expect(response.status, response.body).toBe(expected.status);
  if (!collection || expected.id === undefined || expected.status === 204) return undefined;
  const validators = { tag: response.header('ETag') ?? '', version: Number(response.header('X-Resource-Version')) };
  const at = { session: scope, collection: name, id: expected.id };
  const stored = collection.read(scope, expected.id);
  const content = canonical(stored);
  const shown = canonical(expected.shown);
  if (method !== 'HEAD') expect(canonical(response.json())).toBe(shown);
  if (expected.isWritten) expect(validators.version).toBeGreaterThan(ledger.highest(at));
  else if (known !== undefined) expect(validators.version, 'the version of an unchanged record').toBe(known);
  ledger.saw(at, validators.version, { content, tag: validators.tag, shown });
  collection.known(scope).set(expected.id, validators.version);
  if (expected.isWritten && method === 'POST') {
    expect(response.header('Location')).toBe(pathOf(name, expected.id));
  }
  return validators;
}

function generatedKey(response: ClientResponse, key: string): Json {
  const body = response.json();
  return (isObject(body) && own(body, key)) || '';
}

/** What a client sends as a precondition: from what it read just now, or earlier, or made up. */
const conditionKinds = [
  'none',
  'none',
  'match',
  'version',
  'both',
  'stale',
  'stale version',
  'any',
  'new',
  'fresh',
  'odd',
  'weak',
] as const;
type ConditionKind = (typeof conditionKinds)[number];

function conditionsOf(kind: ConditionKind, old: readonly string[], current: Validators | undefined): Conditions {
  const tag = current?.tag ?? '"0-none"';
  const stale = old.filter((one) => one !== current?.tag).at(-1) ?? '"1-stale"';
  switch (kind) {
    case 'none':
      return {};
    case 'match':
      return { ifMatch: ['"9-other"', tag] };
    case 'version':
      return { version: String(current?.version ?? 1) };
    case 'both':
      return { ifMatch: [tag], version: String(current?.version ?? 1) };
    case 'stale':
      return { ifMatch: [stale] };
    case 'stale version':
      return { version: String((current?.version ?? 2) - 1) };
    case 'any':
      return { ifMatch: '*' };
    case 'new':
      return { ifNoneMatch: '*' };
    case 'fresh':
      return { ifNoneMatch: [stale, `W/${tag}`] };
    case 'odd':
      return { version: 'one' };
    case 'weak':
      return { ifMatch: [`W/${tag}`] };
  }
}

const patchValue = fc.constantFrom<Json>('a', 'b', 1, null, [1], {});
const pointer = fc.constantFrom(
  '/tag',
  '/price',
  '/list',
  '/list/0',
  '/list/-',
  '/list/1',
  '/id',
  '/deep/er',
  '/__proto__',
  '/x~1y~0/z',
);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: pointer, value: patchValue }),
  fc.record({ op: fc.constant('remove'), path: pointer }),
  fc.record({ op: fc.constantFrom('move', 'copy'), path: pointer, from: pointer }),
);

/** A body for that method. Patches of users leave the status alone, which scenarios may cover. */
function bodyOf(method: ModelRequest['method'], collection: string, id: string): fc.Arbitrary<Body> {
  const bad = fc.constantFrom<Body>({ kind: 'broken' }, { kind: 'xml' });
  const members = membersOf(collection);
  const key = collection === 'users' ? 'userId' : 'id';
  const record = fc
    .tuple(members, fc.option(keyOf(collection, id), { nil: undefined, freq: method === 'POST' ? 3 : 6 }))
    .map(([value, own]): Body => ({ kind: 'record', value: own === undefined ? value : { [key]: own, ...value } }));
  const users = fc.constantFrom<JsonObject>(
    { name: 'Ada' },
    { name: 'Bob' },
    { name: null },
    { age: 1 },
    {},
    { userId: '7' },
  );
  const things = fc.oneof(
    members,
    fc.constantFrom<JsonObject>(
      { tag: null },
      {},
      { id: null },
      { list: [], price: null },
      JSON.parse('{"__proto__":{"a":null}}'),
    ),
  );
  const change = (collection === 'users' ? users : things).map((value): Body => ({ kind: 'merge', value }));
  const name: Operation = { op: 'replace', path: '/name', value: 'Cy' };
  const operations = collection === 'users' ? fc.constant([name]) : fc.array(operation, { minLength: 1, maxLength: 3 });
  const patch = operations.map((value): Body => ({ kind: 'patch', value }));
  const good = method === 'PATCH' ? fc.oneof(change, change, patch) : record;
  return fc.oneof({ weight: 15, arbitrary: good }, { weight: 1, arbitrary: bad });
}

const scenario = fc.option(scenarioName, { freq: 8 });
const methods = fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'PATCH', 'DELETE', 'POST');

const recordRequest = fc.tuple(place, methods).chain(([{ collection, id }, method]) =>
  fc.record({
    request: fc.record({
      method: fc.constant(method),
      collection: fc.constant(collection),
      id: fc.constant(method === 'POST' ? null : id),
      session,
      scenario,
      body: ['GET', 'HEAD', 'DELETE'].includes(method) ? fc.constant(undefined) : bodyOf(method, collection, id),
    }),
    condition: fc.constantFrom(...conditionKinds),
  }),
);

/** A request on a record: one with preconditions is preceded by the read that a client takes them from. */
export const requestStep: fc.Arbitrary<Step> = step(
  'request',
  recordRequest,
  async (model, rig, { request, condition }) => {
    const { body, id, collection, session: scope } = request;
    const chosen = request.scenario !== null && model.state.scenario(request.scenario) ? request.scenario : null;
    const given = { ...request, scenario: chosen, ...(body ? { body } : {}) } as ModelRequest;
    if (id === null || condition === 'none') {
      await exchange(model, rig, { ...given, conditions: {} });
      return;
    }
    const read: ModelRequest = { method: 'GET', collection, id, session: scope, scenario: chosen, conditions: {} };
    const current = await exchange(model, rig, read);
    // Without a read there is no current tag, although there may be a record.
    if (!current && model.state.collections.get(collection)?.read(scope, id)) return;
    const conditions = conditionsOf(condition, model.ledger.tags(`${collection}/${id}`, scope), current);
    await exchange(model, rig, { ...given, conditions }, current);
  },
);

/** `GET /users/{userId}`: three members of an active user, else the service's own 404. */
export const userStep = step(
  'user',
  fc.record({ place, session }),
  async ({ state, reads }, rig, { place: { id }, session: scope }) => {
    const headers = scope === null ? [] : [['X-Mock-Session', scope] as const];
    reads.push(scope);
    const runs = state.runsOf(scope);
    const users = state.collections.get('users');
    const shown = users && state.shown(users, scope, id, runs.active);
    const response = await rig.now.send({ target: `/users/${encodeURIComponent(id)}`, headers });
    const { message: _, ...body } = response.json() as { message?: string };
    if (shown?.status === 'active')
      expect([response.status, body]).toEqual([200, { userId: id, name: shown.name, status: 'active' }]);
    else expect([response.status, body]).toEqual([404, { status: 'inactive' }]);
  },
);
