import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { defaultScenario, type Scenario } from '../../../../server/domain/scenario/scenario.ts';
import type { Workspace } from '../../../../server/domain/workspace/workspace.ts';
import { decodeWorkspace, encodeWorkspace, toBeWritten } from '../../../../server/store/formats/workspace-format.ts';
import { workspaces } from './arbitrary-workspace.ts';
import { completeWorkspace } from './complete-workspace.ts';

const encode = (workspace: Workspace) => [...encodeWorkspace(toBeWritten(workspace))].join('');

function decode(text: string): Workspace {
  const decoded = decodeWorkspace(text);
  if (!decoded.ok) throw new Error(decoded.problem.detail);
  return decoded.value;
}

const head = '"format": "mock-api-console", "version": 1';

test('missing members have their defaults', () => {
  expect(decode(`{${head}}`)).toEqual({
    name: 'Workspace',
    settings: defaultSettings,
    collections: [],
    scenarios: [defaultScenario],
    requests: [],
    scenario: 'Default',
  });
  expect(decode(`{${head}, "collections": {"users": {}}}`).collections).toEqual([
    { definition: { name: 'users', key: 'id', sort: null, time: null, schema: null }, records: [] },
  ]);
});

test('given settings combine with defaults, also inside the log limits', () => {
  const { settings } = decode(
    `{${head}, "settings": {"port": 0, "log": {"entries": 5}, "cors": ["https://a.example", "app://console"]}}`,
  );
  expect(settings).toEqual({
    ...defaultSettings,
    port: 0,
    cors: ['https://a.example', 'app://console'],
    log: { ...defaultSettings.log, entries: 5 },
  });
});

test('writes one record per line, only changed settings, and no Default scenario', () => {
  const text = `{
  "format": "mock-api-console",
  "version": 1,
  "name": "Users",
  "settings": {
    "cors": [
      "https://a.example"
    ],
    "log": {
      "entries": 5
    }
  },
  "collections": {
    "users": {
      "key": "userId",
      "time": "created_at",
      "schema": {
        "type": "object"
      },
      "records": [
        {"userId":"42","name":"Ada Lovelace"},
        {"userId":43,"tags":["a",{"b":null}]}
      ]
    },
    "events": {
      "key": "id",
      "records": []
    }
  },
  "scenarios": [
    {
      "name": "Slow",
      "description": "",
      "rules": [
        {"when":{"path":"/users/**"},"then":{"kind":"delay","milliseconds":5}}
      ]
    }
  ],
  "scenario": "Slow"
}
`;
  expect(encode(decode(text))).toBe(text);
});

test('writes a document with every member as it was read, without defaults', () => {
  const { collections, settings, ...others } = completeWorkspace as Readonly<Record<string, JsonObject>>;
  const written = JSON.parse(encode(decode(JSON.stringify(completeWorkspace))));
  expect(written).toEqual({
    ...others,
    settings: { cors: settings?.cors, envelope: settings?.envelope },
    collections: { ...collections, orders: { ...(collections?.orders as JsonObject), sort: undefined, key: 'id' } },
  });
});

test('writes paths and saved requests, and no list of them that is empty', () => {
  const start = '{\n  "format": "mock-api-console",\n  "version": 1,\n  "name": "Users",\n';
  const text = `${start}  "collections": {
    "users": {
      "key": "id",
      "paths": [
        "/people",
        {
          "path": "/me",
          "record": "7"
        }
      ],
      "records": []
    }
  },
  "requests": [
    {"name":"One","target":"/a"},
    {"name":"Two","note":"Mine","method":"PUT","target":"/a","headers":[["a",""]],"body":""}
  ],
  "scenario": "Default"
}
`;
  expect(encode(decode(text))).toBe(text);
  expect(encode(decode(`{${head}, "name": "Users"}`))).toBe(
    `${start}  "collections": {},\n  "scenario": "Default"\n}\n`,
  );
});

test('keeps the `$schema` of the file, as its first member', () => {
  const text = encode(decode(`{${head}, "$schema": "./workspace.schema.json"}`));
  expect(text).toMatch(/^\{\n {2}"\$schema": ".\/workspace.schema.json",\n {2}"format"/);
  expect(encode(decode(text))).toBe(text);
});

test('keeps a customized Default scenario', () => {
  const own: Scenario = { ...defaultScenario, description: 'Ours.' };
  const workspace = { ...decode(`{${head}}`), scenarios: [{ ...own, name: 'First' }, own] };
  expect(decode(encode(workspace))).toEqual(workspace);
});

test('reads back any written workspace', () => {
  fc.assert(
    fc.property(workspaces, (workspace) => {
      expect(decode(encode(workspace))).toEqual(workspace);
    }),
  );
});

test('reading and writing a written file changes nothing', () => {
  fc.assert(
    fc.property(workspaces, fc.constantFrom(undefined, 2, '\t'), (workspace, indent) => {
      const foreign = JSON.stringify(JSON.parse(encode(workspace)), null, indent);
      const once = encode(decode(foreign));
      expect(encode(decode(once))).toBe(once);
    }),
  );
});

test('writes ten thousand records in slices', () => {
  const records = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'A name of some length for a record' }));
  const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
  const slices = [...encodeWorkspace(toBeWritten({ ...decode(`{${head}}`), collections: [{ definition, records }] }))];
  expect(slices.length).toBeGreaterThan(4);
  expect(Math.max(...slices.map((slice) => slice.length))).toBeLessThan(140_000);
});
