import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject } from '../../server/domain/json/json.ts';
import { arbitraryFilter, arbitraryRecords, referenceFields } from '../server/domain/filter/filter-arbitraries.ts';
import { judge, parametersOf } from '../server/domain/filter/reference-filter.ts';
import { rounds } from '../support/rounds.ts';
import { type ListMock, startListMock } from './list-mock.ts';

let mock: ListMock;
beforeAll(async () => {
  mock = await startListMock();
});
afterAll(() => mock.close());

test('the explanation counts as many matches as the reference for a thousand random filters', async () => {
  let explained = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryRecords, arbitraryFilter, async (records, filter) => {
      mock.serve(records);
      const parameters = parametersOf(filter);
      const query = new URLSearchParams(parameters.map(({ name, value }): [string, string] => [name, value]));
      const response = await mock.send({ target: `/api/things?${query}&limit=1` });
      const matches = judge(filter, records, referenceFields);
      expect(response.status).toBe(matches === null ? 400 : 200);
      if (matches === null) return;
      const explanation = mock.latestExplanation()?.query;
      const expected = matches.filter(Boolean).length;
      expect([explanation?.filter?.matches, explanation?.matched, explanation?.size]).toEqual([
        expected,
        expected,
        records.length,
      ]);
      const body = response.json();
      expect(isJsonObject(body) && body.total).toBe(expected);
      // The tree counts each parameter on its own, as the reference does.
      const roots = explanation?.filter?.parameter === null ? explanation.filter.children : [explanation?.filter];
      for (const { name, values } of filter.parameters) {
        const alone = judge({ parameters: [{ name, values }], scim: null }, records, referenceFields) ?? [];
        const node = roots.find((one) => one?.parameter === name);
        expect([name, node?.matches]).toEqual([name, alone.filter(Boolean).length]);
      }
      explained += 1;
    }),
    // About two in five random filters are invalid and have no explanation to compare.
    { numRuns: rounds(2200) },
  );
  expect(explained).toBeGreaterThanOrEqual(rounds(1000));
});
