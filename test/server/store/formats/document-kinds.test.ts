import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import {
  isOpenApi,
  isOpenApiJson,
  isOpenApiYaml,
  isWorkspaceDocument,
  otherKindOf,
  wrapperIn,
} from '../../../../server/store/formats/document-kinds.ts';
import { openWorkspaceText } from '../../../../server/store/formats/import-records.ts';
import { SchemaChecker } from '../../../../server/workspace/schema-checker.ts';

const yaml = `
# An API of pets
openapi: 3.0.3
info:
  title: Pets
  version: "1"
paths:
  /pets:
    get:
      responses:
        200:
          description: All of them
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}
              example:
                - {id: 1, name: Rex}
                - {id: two, name: Tom}
  /pets/{id}:
    get: {}
components:
  schemas:
    Pet:
      required: [id]
      properties:
        id: {type: integer, format: int64, maximum: 9223372036854775807}
        name: {type: string, nullable: true}
`;

const rex = { id: 1, name: 'Rex' };

test('an OpenAPI document in YAML becomes a workspace of its resources, with notes', () => {
  const opened = openWorkspaceText(yaml, 'pets.yaml', { schemas: new SchemaChecker() });
  expect(opened).toMatchObject({
    ok: true,
    value: {
      format: 'OpenAPI',
      workspace: {
        name: 'Pets',
        collections: [
          {
            definition: { name: 'pets', key: 'id', schema: { properties: { name: { type: ['string', 'null'] } } } },
            records: [rex],
          },
        ],
      },
      notes: [
        'Line 26, column 53: the number 9223372036854775807 was rounded.',
        'These examples do not fit the schema of their collection: pets two (/id must be a whole number). See #/paths/~1pets/get/responses/200/content/application~1json/example/1.',
      ],
    },
  });
});

test('an OpenAPI document in JSON gives the same, even with an inexact number', () => {
  const json = JSON.stringify({
    paths: {
      '/pets/{id}': {
        get: {
          responses: {
            200: { content: { 'application/json': { schema: { properties: { id: { maximum: 7 } } }, example: rex } } },
          },
        },
      },
    },
    openapi: '3.1.0',
  });
  const small = openWorkspaceText(json, 'shop.json');
  const large = openWorkspaceText(json.replace(':7', ':9223372036854775807'), 'shop.json');
  for (const opened of [small, large]) {
    expect(opened).toMatchObject({
      ok: true,
      value: { format: 'OpenAPI', workspace: { name: 'shop', collections: [{ records: [rex] }] } },
    });
  }
  expect(large.ok && large.value.notes[0]).toMatch(
    /^Line 1, column \d+: the number 9223372036854775807 was rounded\.$/,
  );
});

test.each([
  [
    'Swagger 1.2',
    'swagger: "1.2"\npaths: {}',
    'This is Swagger 1.2; OpenAPI 3.0 to 3.2 and Swagger 2.0 can be imported.',
  ],
  ['Swagger 1.2 in JSON', '{"swagger": "1.2", "paths": {}}', 'This is Swagger 1.2;'],
  ['a version to come', '"openapi": "4.0"', 'This is OpenAPI 4.0; OpenAPI 3.0 to 3.2 and Swagger 2.0 can be imported.'],
  ['broken YAML', 'openapi: 3.1.0\npaths: {', 'Line 2, column'],
  ['broken JSON', '{"openapi": "3.1.0", "paths" {}}', 'Line 1, column 30: expected ":", found "{".'],
  [
    'a broken file of another kind',
    '{"users": [{"openapi": "x", "id": 1 2}]}',
    'Line 1, column 37: expected "," or "}"',
  ],
])('refuses %s', (_, text, detail) => {
  const opened = openWorkspaceText(text, 'api.yaml');
  expect(opened).toMatchObject({ ok: false, problem: { type: '/problems/invalid-workspace' } });
  expect(!opened.ok && opened.problem.detail).toContain(detail);
});

test('records may have a member named openapi', () => {
  expect(
    openWorkspaceText('{"apis": [{"id": 1, "openapi": "3.1.0"}], "openapi": [{"id": 2}]}', 'x.json'),
  ).toMatchObject({
    ok: true,
    value: { format: 'json-server', workspace: { collections: [{}, { definition: { name: 'openapi' } }] } },
  });
});

test.each<[Json, string | undefined]>([
  [{ data: [{ id: 1 }] }, 'data'],
  [{ data: [] }, 'data'],
  [{ data: [1] }, undefined],
  [{ data: [{ id: 1 }], more: [] }, undefined],
  [{ results: [{ id: 1 }], total: 1 }, 'results'],
  [{ results: [{ id: 1 }] }, undefined],
  [{ users: [{ id: 1 }], total: 1 }, undefined],
  [{ total: 1 }, undefined],
  [[{ data: [] }], undefined],
])('wrapperIn finds the list in %j', (document, name) => {
  expect(wrapperIn(document)).toBe(name);
});

test.each([
  ['openapi: 3.1.0', true],
  ['# A comment\n"swagger" :\t"2.0"', true],
  ['info:\n  openapi: 3.1.0', false],
  ['title: about openapi: 3.1.0', false],
  ['"openapi: 3.1.0', false],
  ['openapi/x: 3.1.0', false],
])('isOpenApiYaml of %j is %s', (text, expected) => {
  expect(isOpenApiYaml(text)).toBe(expected);
});

test.each([
  ['{"openapi": "3.1.0"', true],
  ['{"swagger" :\n"2.0"', true],
  ['{"openapi": [', false],
  ['{"openapi-x": "3.1.0"', false],
])('isOpenApiJson of %j is %s', (text, expected) => {
  expect(isOpenApiJson(text)).toBe(expected);
});

test.each<Json>([null, 'openapi', [{ openapi: '3.1.0' }]])('%j is neither a workspace nor an API', (document) => {
  expect([isWorkspaceDocument(document), isOpenApi(document)]).toEqual([false, false]);
});

test.each<[Json, string | undefined]>([
  [{ scenarios: [{ name: 'A', rules: [] }] }, 'This is a file of scenarios; open a workspace and import them there.'],
  [{ expectations: [{ path: '/a' }] }, 'This is a file of expectations, which serve takes with --verify.'],
  [{ scenarios: [{ id: 1, name: 'A' }] }, undefined],
  [{ scenarios: [{ name: 'A', rules: [] }, 5] }, undefined],
  [{ expectations: [{ id: 1, path: '/a' }] }, undefined],
  [{ expectations: [{ name: 'A' }] }, undefined],
  [{ others: [{ path: '/a' }] }, undefined],
  [{ others: [{ name: 'A', rules: [] }] }, undefined],
  [{ expectations: [] }, undefined],
  [{ expectations: [{ path: '/a' }], others: [] }, undefined],
  [[], undefined],
])('other files of the program are no records: %j', (document, sentence) => {
  expect(otherKindOf(document)).toBe(sentence);
  if (sentence === undefined) return;
  const opened = openWorkspaceText(JSON.stringify(document), 'a.json');
  expect(opened).toMatchObject({ ok: false, problem: { type: '/problems/invalid-workspace', detail: sentence } });
});
