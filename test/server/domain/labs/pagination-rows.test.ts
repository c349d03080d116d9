import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { type PaginationOptions, runPaginationLab } from '../../../../server/domain/labs/pagination-lab.ts';
import { crawledStyles, listChanges } from '../../../../server/domain/labs/pagination-run.ts';
import { judgePagination } from '../../../../server/domain/labs/pagination-verdict.ts';

const definition = { name: 'things', key: 'id', sort: null, time: 'at', schema: null };

/** Records with keys from 1, in the order of their rank, which has ties. */
const things: readonly JsonObject[] = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  name: `Thing ${index + 1}`,
  'rank-no': Math.floor(index / 2),
  at: new Date(Date.UTC(2024, 0, 1 + index)).toISOString(),
}));

function run(options: Partial<PaginationOptions>) {
  return finish(
    runPaginationLab(
      { definition, records: things },
      {
        ...{ pageSize: 3, sort: 'rank-no', rate: 3, changes: listChanges, seed: 1, client: 'follows', quirks: [] },
        ...options,
      },
    ),
  );
}

const seeds = Array.from({ length: 8 }, (_, seed) => seed);

test.each(seeds)(
  'with the seed %i, the rows of records that were inserted among others stand in the order of the list',
  (seed) => {
    const { records, steps } = run({ changes: ['insert', 'move'], seed });
    const ranks = new Map(things.map((thing) => [String(thing.id), thing['rank-no'] as number]));
    const moved = new Set<string>();
    for (const step of steps) {
      if (step.kind === 'pages') continue;
      if (step.change === 'move') moved.add(step.id);
      else ranks.set(step.id, (JSON.parse(step.body ?? '') as { 'rank-no': number })['rank-no']);
    }
    const shown = records.map(({ id }) => id);
    expect(shown.toSorted()).toEqual([...ranks.keys()].toSorted());
    const stayed = shown.filter((id) => !moved.has(id));
    const inOrder = stayed.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0) || Number(a) - Number(b));
    expect(stayed).toEqual(inOrder);
    expect(moved.size).toBeGreaterThan(0);
    expect(ranks.size).toBeGreaterThan(things.length);
  },
);

test('an inserted record has the label of its content, and other changes add no row', () => {
  const { records } = run({ changes: ['insert'] });
  expect(records.length).toBeGreaterThan(things.length);
  expect(records.filter(({ label }) => !/^Thing \d+$/.test(label))).toEqual([]);
  expect(run({ changes: ['delete', 'move'] }).records).toHaveLength(things.length);
});

test('in each round every style reads a page until its end', () => {
  const [first] = run({ rate: 0 }).steps;
  expect(first?.kind === 'pages' && first.pages.map(({ style }) => style)).toEqual(crawledStyles);
});

test('a client that computes goes on from the key of the last record that it saw', () => {
  const since = judgePagination(run({ rate: 0, client: 'computes' })).find(({ style }) => style === 'since');
  expect(since).toMatchObject({ twice: [], missed: [], pages: 5, end: 'complete' });
});
