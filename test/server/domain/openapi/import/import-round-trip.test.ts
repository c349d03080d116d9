import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import type { CollectionFixtures } from '../../../../../server/domain/model/collection-definition.ts';
import { defaultSettings } from '../../../../../server/domain/model/settings.ts';
import { describeApi } from '../../../../../server/domain/openapi/document.ts';
import { idOf } from '../../../../../server/domain/records/key-index.ts';
import { SharedCollection } from '../../../../../server/domain/records/shared-collection.ts';
import { defaultScenario } from '../../../../../server/domain/scenario/scenario.ts';
import type { Workspace } from '../../../../../server/domain/workspace/workspace.ts';
import { decodeWorkspace } from '../../../../../server/store/formats/workspace-format.ts';
import { rounds } from '../../../../support/rounds.ts';
import { imported } from './imported.ts';

const id = fc.oneof(
  fc.nat(),
  fc.string({ minLength: 1 }).filter((text) => idOf(text) !== undefined),
);

/** Imports the program's own description of a workspace. */
function described({ name, settings, collections }: Workspace) {
  const description = describeApi({
    title: name,
    settings,
    collections: new Map(
      collections.map(({ definition, records }) => [definition.name, new SharedCollection(definition, records)]),
    ),
  });
  return imported(JSON.parse(JSON.stringify(description)));
}

function workspaceOf(collections: readonly CollectionFixtures[], envelope = defaultSettings.envelope): Workspace {
  const settings = { ...defaultSettings, envelope };
  return {
    name: 'Shop',
    settings,
    collections,
    scenarios: [defaultScenario],
    requests: [],
    scenario: defaultScenario.name,
  };
}

/** Schemas of members, each with a valid value. */
const members: readonly (readonly [schema: JsonObject, value: Json])[] = [
  [{ type: 'string', minLength: 1, pattern: '^\\S+$' }, 'x'],
  [{ type: ['integer', 'null'], exclusiveMinimum: 0 }, null],
  [{ enum: ['a', 1, { $ref: '#' }] }, { $ref: '#' }],
  [{ $ref: '#/$defs/tag' }, { name: 'x', of: { name: 'y' } }],
  [{ type: 'array', items: { anyOf: [{ $ref: '#/$defs/tag' }, { type: 'number' }] } }, [1, { name: 'x' }]],
  [{ type: 'object', additionalProperties: { type: 'boolean' }, default: {} }, { yes: true }],
];
const tag = { required: ['name'], properties: { name: { type: 'string' }, of: { $ref: '#/$defs/tag' } } };

const collections = fc
  .uniqueArray(
    fc.record({
      name: fc.oneof(fc.constant('users'), fc.stringMatching(/^[A-Za-z][A-Za-z0-9._~-]{0,5}$/)),
      key: fc.constantFrom('id', 'userId', 'sku', 'e-mail', 'a.b', 'ключ', '{}', '/'),
      chosen: fc.subarray([...members.keys()]),
      hasSchema: fc.boolean(),
      ids: fc.uniqueArray(id, { maxLength: 3, selector: String }),
    }),
    { selector: ({ name }) => name, maxLength: 4 },
  )
  .map((all) => all.map(collection));

function collection(given: {
  readonly name: string;
  readonly key: string;
  readonly chosen: readonly number[];
  readonly hasSchema: boolean;
  readonly ids: readonly (string | number)[];
}): CollectionFixtures {
  const { name, key, chosen, hasSchema, ids } = given;
  const properties = Object.fromEntries(chosen.map((index) => [`m${index}`, members[index]?.[0] ?? {}]));
  const values = Object.fromEntries(chosen.map((index) => [`m${index}`, members[index]?.[1] ?? null]));
  const needsTag = chosen.includes(3) || chosen.includes(4);
  const schema = { type: 'object', required: [key], properties, ...(needsTag ? { $defs: { tag } } : {}) };
  return {
    definition: { name, key, sort: null, time: null, schema: hasSchema ? schema : null },
    records: ids.map((id) => ({ [key]: id, ...values })),
  };
}

test('the import of a description restores collections, keys, schemas and examples', () => {
  fc.assert(
    fc.property(collections, fc.constantFrom<'object' | 'array'>('object', 'array'), (given, envelope) => {
      const back = described(workspaceOf(given, envelope)).collections;
      const byName = new Map(back.map((one) => [one.definition.name, one]));
      for (const { definition, records } of given) {
        const one = byName.get(definition.name);
        expect(one?.definition.key).toBe(definition.key);
        expect(one?.records).toEqual(records.slice(0, 1));
        if (definition.schema) expect(one?.definition.schema).toEqual(definition.schema);
        else expect(one?.definition.schema).toMatchObject({ type: 'object', required: [definition.key] });
      }
      const own = given.some(({ definition }) => definition.name === 'users') ? [] : ['users'];
      expect(new Set(byName.keys())).toEqual(new Set([...given.map(({ definition }) => definition.name), ...own]));
    }),
    { numRuns: rounds(60) },
  );
});

test('the import of the sample description restores its collections, with one example each', async () => {
  const text = await readFile(new URL('../../../../../assets/sample.workspace.json', import.meta.url), 'utf8');
  const workspace = decodeWorkspace(text);
  if (!workspace.ok) throw new Error(workspace.problem.detail);
  const { title, collections: back, notes } = described(workspace.value);
  expect(notes.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^These query parameters name no field of the records, .*: data\.\w+ of events, /),
  ]);
  expect(title).toBe(workspace.value.name);
  expect(back).toEqual(
    workspace.value.collections.map(({ definition, records }) => ({
      definition: { ...definition, sort: null, time: 'created_at' in (records[0] ?? {}) ? 'created_at' : null },
      records: records.slice(0, 1),
    })),
  );
});
