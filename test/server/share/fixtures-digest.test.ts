import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../server/domain/model/settings.ts';
import { fixturesDigest } from '../../../server/share/fixtures-digest.ts';
import { decodeWorkspace } from '../../../server/store/formats/workspace-format.ts';
import { completeWorkspace } from '../store/formats/complete-workspace.ts';

const decoded = decodeWorkspace(JSON.stringify(completeWorkspace));
if (!decoded.ok) throw new Error(decoded.problem.detail);
const workspace = decoded.value;

const digestWith = (settings: object) =>
  fixturesDigest({ ...workspace, settings: { ...defaultSettings, ...settings } as Settings });

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
  const digest = fixturesDigest(workspace);
  const digests = [
    fixturesDigest({ ...workspace, collections: others }),
    fixturesDigest({ ...workspace, collections: [{ ...first, records: [] }, ...others] }),
    fixturesDigest({ ...workspace, scenarios: [] }),
  ];
  expect(new Set([digest, ...digests]).size).toBe(4);
});
