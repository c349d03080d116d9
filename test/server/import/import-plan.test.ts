import { expect, test } from 'vitest';
import { finish, wholeRecordsLength } from '../../../server/domain/basics/work.ts';
import { defaultSettings } from '../../../server/domain/model/settings.ts';
import { defaultScenario } from '../../../server/domain/scenario/scenario.ts';
import { AppliedImport, applyImport } from '../../../server/import/import-apply.ts';
import { planImport } from '../../../server/import/import-plan.ts';
import { LiveWorkspace } from '../../../server/workspace/live-workspace.ts';
import { largestPiece } from '../../support/largest-piece.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';
import { watchedRecords } from '../../support/watched-records.ts';

const fileName = 'products.json';

test('a record equal to its fixture still replaces a different live record', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  await hostValue(host, 'server.start', {});
  const server = host.server();
  await fetch(`${server.state === 'listening' ? server.url : ''}/api/products/1`, { method: 'DELETE' });
  const lamp = { id: 1, name: 'Lamp', price: 20 };
  const text = JSON.stringify([lamp]);
  const { id, collections } = await hostValue(host, 'import.preview', { text, fileName });
  expect(collections).toMatchObject([{ changed: 1, same: 0 }]);
  await hostValue(host, 'import.apply', { id, collections: ['products'] });
  const record = await hostValue(host, 'records.get', { collection: 'products', id: '1' });
  expect(record).toMatchObject({ fixture: lamp, live: lamp });
  const again = await hostValue(host, 'import.preview', { text, fileName });
  expect(again.collections).toMatchObject([{ changed: 0, same: 1 }]);
});

test('refuses a record whose key has another JSON type than in the workspace', async () => {
  await using temporary = await temporaryHost();
  const text = '[{"id":"1"},{"id":"2"}]';
  const { collections } = await hostValue(temporary.host, 'import.preview', { text, fileName });
  const reason = 'the key is "1" here and 1 in the workspace';
  expect(collections).toMatchObject([{ fresh: 1, refusals: [{ line: 1, reason }] }]);
});

test('records are planned and applied a few at a time, because one may have thousands of members', () => {
  const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
  const workspace = {
    ...{ name: 'Things', settings: defaultSettings, collections: [{ definition, records: [] }], requests: [] },
    ...{ scenarios: [defaultScenario], scenario: defaultScenario.name },
  };
  const opened = finish(LiveWorkspace.open(workspace, { floor: 0, collections: new Map() }, {}));
  if (!opened.ok) throw new Error(opened.problem.detail);
  const { records, moves } = watchedRecords(20);
  const values = records.map((value, index) => ({ line: index + 1, value }));
  const list = { source: 'things', definition, suggestedKey: 'id', places: 'record', isNamed: true } as const;
  const read = { collections: [{ ...list, values, refused: [], columns: null }], notes: [] };
  const planned = largestPiece(
    planImport(read, opened.value, () => {}),
    moves,
  );
  expect(planned.largest).toBe(wholeRecordsLength);
  if (!planned.value.ok) throw new Error(planned.value.problem.detail);
  const done = new AppliedImport(opened.value, () => {});
  expect(
    largestPiece(
      applyImport(planned.value.value.collections, done, () => {}, opened.value),
      moves,
    ).largest,
  ).toBe(1);
});
