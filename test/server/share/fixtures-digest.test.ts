import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../server/domain/basics/work.ts';
import { defaultSettings, type Settings } from '../../../server/domain/model/settings.ts';
import type { Workspace } from '../../../server/domain/workspace/workspace.ts';
import { fixturesDigest } from '../../../server/share/fixtures-digest.ts';
import { decodeWorkspace, encodeWorkspace } from '../../../server/store/formats/workspace-format.ts';
import { LiveWorkspace } from '../../../server/workspace/live-workspace.ts';
import { rounds } from '../../support/rounds.ts';
import { workspaces } from '../store/formats/arbitrary-workspace.ts';
import { completeWorkspace } from '../store/formats/complete-workspace.ts';

const decoded = decodeWorkspace(JSON.stringify(completeWorkspace));
if (!decoded.ok) throw new Error(decoded.problem.detail);
const workspace = decoded.value;

const digestOf = (one: Workspace) => finish(fixturesDigest(one, (record) => JSON.stringify(record)));

const digestWith = (settings: object) =>
  digestOf({ ...workspace, settings: { ...defaultSettings, ...settings } as Settings });

test.each(Object.keys(defaultSettings))('tells whether the setting %s has to be the same', (name) => {
  const own = [
    'port',
    'https',
    'httpsPort',
    'consolePort',
    'host',
    'allowedHosts',
    'log',
    'keptRequests',
    'keptSecrets',
    'secretNames',
  ];
  expect(digestWith({ [name]: 'another' }) === digestWith({})).toBe(own.includes(name));
});

test('differs with a record, a definition or a scenario', () => {
  const [first, ...others] = workspace.collections;
  if (!first) throw new Error('The workspace has no collection.');
  const digest = digestOf(workspace);
  const digests = [
    digestOf({ ...workspace, collections: others }),
    digestOf({ ...workspace, collections: [{ ...first, records: [] }, ...others] }),
    digestOf({ ...workspace, scenarios: [] }),
  ];
  expect(new Set([digest, ...digests]).size).toBe(4);
});

test('of a workspace as it is written is that of the file when it is read', () => {
  fc.assert(
    fc.property(fc.oneof(workspaces, fc.constant(workspace)), (one) => {
      const opened = finish(LiveWorkspace.open(one, { floor: 0, collections: new Map() }, {}));
      if (!opened.ok) return;
      const written = opened.value.toWritten();
      const read = decodeWorkspace([...encodeWorkspace(written)].join(''));
      expect(read.ok && digestOf(read.value)).toBe(finish(fixturesDigest(written, ({ text }) => text)));
    }),
    { numRuns: rounds(100) },
  );
});
