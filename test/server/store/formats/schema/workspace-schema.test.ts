import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { parsePointer } from '../../../../../server/domain/json/pointer.ts';
import { defaultSettings } from '../../../../../server/domain/model/settings.ts';
import { workspaceSchema } from '../../../../../server/store/formats/schema/workspace-schema.ts';
import { encodeWorkspace, toBeWritten } from '../../../../../server/store/formats/workspace-format.ts';
import { root } from '../../../../architecture/skeleton.ts';
import { readDocstrings } from '../../../../reference/docstrings.ts';
import { workspaces } from '../arbitrary-workspace.ts';
import { completeWorkspace, effects, replaceAt } from '../complete-workspace.ts';
import { pointersOf, programFaults, schemaFaults } from './schema-faults.ts';

test('accepts the complete document, as the program does', () => {
  expect(programFaults(completeWorkspace)).toEqual([]);
  expect(schemaFaults(completeWorkspace)).toEqual([]);
});

test('accepts any workspace that the program writes', () => {
  fc.assert(
    fc.property(workspaces, (workspace) => {
      expect(schemaFaults(JSON.parse([...encodeWorkspace(toBeWritten(workspace))].join('')))).toEqual([]);
    }),
  );
});

const folders = ['assets', 'test/corpus/workspaces'];
const files = folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)));
const known = files.filter((file) => /\.json$/.test(file)).map((file) => [file, readFileSync(file, 'utf8')] as const);
const written = known.filter(([, text]) => text.includes('"format": "mock-api-console"'));

test.each(written)('accepts %s', (_, text) => {
  const document: Json = JSON.parse(text);
  expect(programFaults(document)).toEqual([]);
  expect(schemaFaults(document)).toEqual([]);
});

/** The complete workspace, with a scenario that every mistake leaves, and with names in lists. */
const base = replaceAt({ ...completeWorkspace, scenario: 'Default' }, ['settings'], {
  ...(completeWorkspace.settings as JsonObject),
  allowedHosts: ['a'],
  secretNames: ['a'],
});

/** Where the rule with this effect is. */
const rule = (kind: string) => `/scenarios/0/rules/${effects.findIndex((one) => one.kind === kind)}`;
const then = (kind: string) => `${rule(kind)}/then`;

test.each<readonly [pointer: string, value: Json]>([
  ['', []],
  ['/$schema', ''],
  ['/$schema', 5],
  ['/format', 'har'],
  ['/version', 2],
  ['/version', '1'],
  ['/name', ''],
  ['/name', null],
  ['/nmae', 'Shop'],
  ['/settings', []],
  ['/settings/port', 65_536],
  ['/settings/port', '80'],
  ['/settings/consolePort', -1],
  ['/settings/host', ''],
  ['/settings/allowedHosts', 'a'],
  ['/settings/allowedHosts/0', 'http://a.test'],
  ['/settings/cors', 'all'],
  ['/settings/cors/0', 'https://a.test/'],
  ['/settings/pageSize', 0],
  ['/settings/maxPageSize', 1_000_001],
  ['/settings/envelope', 'list'],
  ['/settings/envelope/items', null],
  ['/settings/envelope/totl', 'a'],
  ['/settings/requirePrecondition', 'yes'],
  ['/settings/unknownFields', 'drop'],
  ['/settings/bodyLimit', 1.5],
  ['/settings/log', 5],
  ['/settings/log/entries', 0],
  ['/settings/log/bodybytes', 1],
  ['/settings/keptRequests', 10_001],
  ['/settings/keptSecrets', 1],
  ['/settings/secretNames/0', ' '],
  ['/settings/pagesize', 5],
  ['/collections', []],
  ['/collections/2024', {}],
  ['/collections/users~1active', {}],
  ['/collections/users', 5],
  ['/collections/orders/key', ''],
  ['/collections/users/sort', 5],
  ['/collections/users/time', ''],
  ['/collections/users/schema', true],
  ['/collections/users/record', []],
  ['/collections/users/records', {}],
  ['/collections/users/records/0', 5],
  ['/collections/orders/records/0/id', ''],
  ['/collections/orders/records/0/id', '..'],
  ['/collections/orders/records/0/id', 1.5],
  ['/collections/orders/records/0/id', 'a\nb'],
  ['/scenarios', {}],
  ['/scenarios/0', 'Slow'],
  ['/scenarios/0/name', 5],
  ['/scenarios/0/description', null],
  ['/scenarios/0/seed', -1],
  ['/scenarios/0/rule', []],
  ['/scenarios/0/rules', 'none'],
  ['/scenarios/0/rules/0/if', {}],
  ['/scenarios/0/rules/0/when/method', 'get'],
  ['/scenarios/0/rules/0/when/path', 'users'],
  ['/scenarios/0/rules/0/when/id', 5],
  ['/scenarios/0/rules/0/when/query', 'a'],
  ['/scenarios/0/rules/0/when/query/q', 5],
  ['/scenarios/0/rules/0/when/headers/a b', null],
  ['/scenarios/0/rules/0/when/user', 'a'],
  ['/scenarios/0/rules/1/when/body/0/pointer', 'status'],
  ['/scenarios/0/rules/1/when/body/0', { pointer: '' }],
  ['/scenarios/0/rules/1/when/body/0', { pointer: '', equals: 1, contains: 1 }],
  ['/scenarios/0/rules/1/when/occurrence/kind', 'once'],
  ['/scenarios/0/rules/1/when/occurrence/count', 0],
  ['/scenarios/0/rules/1/when/occurrence/per', 'user'],
  ['/scenarios/0/rules/2/when/occurrence/count', 101],
  [`${then('delay')}/kind`, 'dealy'],
  [`${then('delay')}/milliseconds`, 600_001],
  [`${then('delay')}/status`, 200],
  [`${then('delay')}/spread/kind`, 'normal'],
  [`${then('delay')}/spread/most`, -1],
  ['/scenarios/0/rules/11/then/spread/sigma', 6],
  [`${then('user-status')}/userId`, 42],
  [`${then('answer')}/status`, 100],
  [`${then('answer')}/headers/a b`, 'c'],
  [`${then('answer')}/headers/retry-after`, 'a\r\nb'],
  [`${then('answer')}/headers/retry-after`, []],
  [`${then('sequence')}/answers/1/headers/a/0`, 'a\n'],
  [`${then('answer')}/form`, 'yaml'],
  [`${then('answer')}/substitute`, 1],
  [`${then('sequence')}/answers/1/body`, 5],
  [`${then('sequence')}/answers`, []],
  [`${then('sequence')}/answers/0/status`, '500'],
  [`${then('sequence')}/answers/0/delay`, 5],
  [`${then('sequence')}/end`, 'stop'],
  [`${then('dribble')}/pieces`, 1001],
  [`${then('throttle')}/bytesPerSecond`, 0],
  [`${then('fault')}/fault`, 'explode'],
  [`${then('rate-limit')}/seconds`, 86_401],
  [`${then('ghost-write')}/patch`, 5],
  [`${then('quirk')}/quirk`, 'strong-tags'],
  [`${then('quirk')}/size`, 1],
  ['/scenarios/0/rules/10/then/size', 0],
  ['/requests', {}],
  ['/requests/0/name', ''],
  ['/requests/0/note', 5],
  ['/requests/0/method', 'put'],
  ['/requests/0/target', 'users'],
  ['/requests/0/headers/0', ['a']],
  ['/requests/0/headers/0/0', ''],
  ['/requests/0/body', {}],
  ['/requests/0/url', '/'],
  ['/scenario', 5],
])('refuses %s = %j there, as the program does', (pointer, value) => {
  const parsed = parsePointer(pointer);
  const document = replaceAt(base, parsed.ok ? parsed.value : [], value);
  expect(pointersOf(programFaults(document))).toEqual([pointer]);
  expect(schemaFaults(document)).toEqual([pointer]);
});

test.each([
  '/format',
  '/version',
  '/collections/orders/records/0/id',
  '/scenarios/0/name',
  '/scenarios/0/rules/0/then',
  '/scenarios/0/rules/1/when/body/0/pointer',
  '/scenarios/0/rules/1/when/occurrence/count',
  `${then('delay')}/kind`,
  `${then('delay')}/spread/most`,
  `${then('user-status')}/status`,
  `${then('answer')}/status`,
  `${then('sequence')}/answers`,
  `${then('rate-limit')}/requests`,
  `${then('quirk')}/quirk`,
  '/scenarios/0/rules/10/then/size',
  '/requests/0/target',
])('refuses a document without %s at the same place as the program', (pointer) => {
  const document = replaceAt(base, pointer.split('/').slice(1), undefined);
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  expect(pointersOf(programFaults(document))).toEqual([parent]);
  expect(schemaFaults(document)).toEqual([parent]);
});

test.each([
  ['/settings', { port: 4011 }],
  ['/settings', { consolePort: 4010 }],
  ['/settings/pageSize', { pageSize: 1001 }],
])('refuses at %s the settings %j, which the defaults of others rule out', (pointer, settings) => {
  const document = replaceAt(completeWorkspace, ['settings'], settings);
  expect(pointersOf(programFaults(document))).toEqual([pointer]);
  expect(schemaFaults(document)).toEqual([pointer]);
});

test('describes each setting with its docstring and its default', () => {
  const docstrings = readDocstrings('server/domain/model/settings.ts');
  const { settings } = workspaceSchema.properties as { settings: JsonObject };
  const { log, ...others } = settings.properties as Record<string, JsonObject>;
  const described = { ...others, ...(log?.properties as Record<string, JsonObject>) };
  for (const [name, { description }] of Object.entries(described)) expect(description, name).toBe(docstrings.get(name));
  const defaults = Object.entries(others).map(([name, schema]) => [name, schema.default]);
  const { log: _, ...values } = defaultSettings;
  expect(Object.fromEntries(defaults)).toEqual(values);
});
