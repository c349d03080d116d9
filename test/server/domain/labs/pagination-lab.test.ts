import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { type PaginationOptions, runPaginationLab } from '../../../../server/domain/labs/pagination-lab.ts';
import { type crawledStyles, listChanges, type PaginationRun } from '../../../../server/domain/labs/pagination-run.ts';
import {
  type Cell,
  describeVerdict,
  explainCell,
  judgePagination,
} from '../../../../server/domain/labs/pagination-verdict.ts';
import { rounds } from '../../../support/rounds.ts';

const definition = { name: 'things', key: 'id', sort: null, time: 'at', schema: null };

/** Records with keys from 1, a rank with ties, and a time in the order of the keys. */
function things(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Thing ${index + 1}`,
    rank: (index * 7) % 11,
    at: new Date(Date.UTC(2024, 0, 1 + index)).toISOString(),
  }));
}

const usual: PaginationOptions = {
  ...{ pageSize: 10, sort: '-at', rate: 2, changes: listChanges, seed: 1, client: 'follows', quirks: [] },
};

function run(options: Partial<PaginationOptions> = {}, count = 40): PaginationRun {
  const wanted = { ...usual, ...options };
  return finish(runPaginationLab({ definition, records: inOrder(things(count), wanted.sort) }, wanted));
}

function verdictOf(crawled: PaginationRun, style: (typeof crawledStyles)[number]) {
  const verdict = judgePagination(crawled).find((one) => one.style === style);
  if (!verdict) throw new Error(`${style} did not crawl`);
  return verdict;
}

const anyOptions = fc.record({
  pageSize: fc.integer({ min: 2, max: 12 }),
  sort: fc.constantFrom('-at', 'at', 'id', 'rank', '-rank'),
  rate: fc.integer({ min: 0, max: 5 }),
  changes: fc.subarray([...listChanges]),
  seed: fc.nat(),
});
const anyCount = fc.integer({ min: 2, max: 40 });
const times = { numRuns: rounds(25) };

/** The list in the order of `sort`, by plain comparisons. */
function inOrder(records: readonly JsonObject[], sort: string): readonly JsonObject[] {
  const field = sort.replace('-', '');
  const direction = sort.startsWith('-') ? -1 : 1;
  const compare = (a: unknown, b: unknown) => (a === b ? 0 : (a as number) < (b as number) ? -1 : 1);
  return records.toSorted(
    (a, b) => direction * compare(a[field], b[field]) || (field === 'id' ? 0 : compare(a.id, b.id)),
  );
}

/** The pages of offset, from nothing but the first records and the requests that changed them. */
function offsetSights(crawled: PaginationRun, count: number, size: number) {
  let records = things(count);
  let read = 0;
  let isEnded = false;
  const sights = new Map<string, number>();
  const touched = new Set<string>();
  for (const step of crawled.steps) {
    if (isEnded) break;
    if (step.kind === 'pages') {
      for (const { id } of inOrder(records, crawled.sort).slice(read, read + size)) {
        sights.set(String(id), (sights.get(String(id)) ?? 0) + 1);
      }
      read += size;
      isEnded = read >= records.length;
      continue;
    }
    touched.add(step.id);
    const content = step.body === null ? {} : (JSON.parse(step.body) as JsonObject);
    if (step.method === 'POST') records = [...records, content];
    else if (step.method === 'DELETE') records = records.filter(({ id }) => String(id) !== step.id);
    else records = records.map((record) => (String(record.id) === step.id ? { ...record, ...content } : record));
  }
  const stayed = things(count).flatMap(({ id }) => (touched.has(String(id)) ? [] : [String(id)]));
  return {
    twice: stayed.filter((id) => (sights.get(id) ?? 0) > 1),
    missed: stayed.filter((id) => !sights.has(id)),
  };
}

test('equal seeds give equal runs, other seeds others', () => {
  expect(run({ seed: 7 })).toEqual(run({ seed: 7 }));
  expect(run({ seed: 7 })).not.toEqual(run({ seed: 8 }));
});

test('offset and page have the duplicates and gaps that follow from the changes', () => {
  fc.assert(
    fc.property(anyOptions, anyCount, (options, count) => {
      const crawled = run(options, count);
      const expected = offsetSights(crawled, count, options.pageSize);
      for (const style of ['offset', 'page'] as const) {
        const { twice, missed, end } = verdictOf(crawled, style);
        if (end !== 'complete') continue;
        expect({ twice: [...twice].sort(), missed: [...missed].sort() }).toEqual({
          twice: expected.twice.sort(),
          missed: expected.missed.sort(),
        });
      }
    }),
    times,
  );
});

test('cursor, time window and since_id see every record that stayed exactly once', () => {
  fc.assert(
    fc.property(anyOptions, anyCount, (options, count) => {
      const crawled = run(options, count);
      for (const style of ['cursor', 'time', 'since'] as const) {
        const { twice, missed, end } = verdictOf(crawled, style);
        expect(twice).toEqual([]);
        if (end === 'complete') expect(missed).toEqual([]);
      }
    }),
    times,
  );
});

test('without changes every style sees every record once', () => {
  fc.assert(
    fc.property(anyOptions, anyCount, (options, count) => {
      for (const { twice, missed, end } of judgePagination(run({ ...options, rate: 0 }, count))) {
        expect({ twice, missed, end }).toEqual({ twice: [], missed: [], end: 'complete' });
      }
    }),
    times,
  );
});

test('a verdict of the first steps misses nothing that may still come', () => {
  const crawled = run({ rate: 4 });
  const [first] = judgePagination(crawled, 1);
  expect(first).toMatchObject({ missed: [], twice: [], pages: 1, end: null });
  expect([...(first?.cells.values() ?? [])].filter(({ state }) => state === 'once')).toHaveLength(10);
  expect(first && describeVerdict(first)).toBe('Offset is reading.');
});

test('a cell that is wrong names the pages that had the record and what changed meanwhile', () => {
  const crawled = run({ rate: 4 });
  const { cells, twice, missed } = verdictOf(crawled, 'offset');
  const explained = (id: string) => explainCell(crawled, crawled.steps.length, 'offset', id, cells.get(id) as Cell);
  for (const id of twice) {
    expect(explained(id)).toMatch(
      new RegExp(`^${id} was on pages \\d+ and \\d+\\. Meanwhile \\w+ was (inserted|deleted|moved)`),
    );
  }
  for (const id of missed) expect(explained(id)).toMatch(new RegExp(`^No page had ${id}\\. Meanwhile `));
  expect(twice.length + missed.length).toBeGreaterThan(0);
  const [right = ''] = [...cells].find(([, { state }]) => state === 'once') ?? [];
  expect(explained(right)).toBe('');
});

test('an inserted record has its row at its place and is not missed', () => {
  const crawled = run({ changes: ['insert'], rate: 1 });
  expect(crawled.records[0]?.id).toMatch(/^4\d$/);
  const { cells, missed, twice, changed } = verdictOf(crawled, 'offset');
  expect(cells.get('41')).toEqual({ seen: 0, change: 'insert', state: 'absent' });
  expect(missed).toEqual([]);
  expect(twice.length).toBeGreaterThan(0);
  expect(changed).toBeGreaterThan(0);
});

test('a deleted record is marked, and shifts one that stayed out of the sight of offset', () => {
  const crawled = run({ changes: ['delete'], sort: 'id', rate: 3, seed: 3 });
  const offset = verdictOf(crawled, 'offset');
  expect(offset.missed.length).toBeGreaterThan(0);
  expect(offset.twice).toEqual([]);
  expect(describeVerdict(offset)).toBe(`Offset missed ${offset.missed.length} records.`);
  expect([...offset.cells.values()].some(({ change }) => change === 'delete')).toBe(true);
});

test.each([
  ['pages-from-zero', 'page', { missed: 10, twice: 0 }],
  ['page-size-capped', 'offset', { missed: 20, twice: 0 }],
  ['since-id-newest-first', 'since', { missed: 30 }],
] as const)('%s catches a client that computes pages of the style %s', (quirk, style, expected) => {
  const { missed, twice } = verdictOf(run({ rate: 0, client: 'computes', quirks: [quirk] }), style);
  expect({ missed: missed.length, twice: twice.length }).toMatchObject(expected);
});

test('a client that begins at the last time it saw reads the last record of each page twice', () => {
  const { twice, missed } = verdictOf(run({ rate: 0, client: 'computes' }), 'time');
  expect(twice.length).toBeGreaterThan(0);
  expect(missed).toEqual([]);
});

test('an expired cursor ends the crawl with the reason of the server', () => {
  const cursor = verdictOf(run({ rate: 0, quirks: ['cursor-expired'] }), 'cursor');
  expect(cursor).toMatchObject({ end: 'refused', pages: 2 });
  expect(describeVerdict(cursor)).toBe('Cursor was refused after 1 page and missed 30 records.');
  expect(cursor.refusal).toMatch(/expired/);
});

test('a run holds at most 200 records and ends', () => {
  const crawled = run({ changes: ['insert'], rate: 20, pageSize: 20, sort: 'at' }, 160);
  expect(crawled.records.length).toBe(200);
  expect(crawled.steps.length).toBeLessThan(5000);
});

test('a collection without a time member is crawled in the other styles', () => {
  const source = { definition: { ...definition, time: null }, records: things(30) };
  const crawled = finish(runPaginationLab(source, { ...usual, sort: 'rank' }));
  expect(crawled.styles).toEqual(['offset', 'page', 'cursor', 'since']);
  expect(verdictOf(crawled, 'since').missed).toEqual([]);
});

test.each<[JsonObject, string]>([
  [{ id: 'k', other: 'text', label: 'Label', title: 'Title', name: 'Name' }, 'Name'],
  [{ id: 'k', other: 'text', label: 'Label', title: 'Title', name: '' }, 'Title'],
  [{ id: 'k', other: 'text', label: 'Label', name: 7 }, 'Label'],
  [{ id: 'k', number: 7, empty: '', other: 'text' }, 'text'],
  [{ id: 'k', number: 7 }, ''],
])('people know the record %j by the text "%s"', (record, label) => {
  const crawled = finish(runPaginationLab({ definition, records: [record] }, usual));
  expect(crawled.records).toEqual([{ id: 'k', label }]);
});

test('a run has the targets and statuses of its requests, and no page after the end of a crawl', () => {
  const { steps } = run({ rate: 0, pageSize: 2, sort: 'id' }, 3);
  const offset = steps.flatMap((step) =>
    step.kind === 'pages' ? step.pages.filter(({ style }) => style === 'offset') : [],
  );
  expect(offset.map(({ target, status, ids, end }) => [target, status, ids, end])).toEqual([
    ['/api/things?sort=id&limit=2&offset=0', 200, ['1', '2'], null],
    [expect.stringContaining('offset=2'), 200, ['3'], 'complete'],
  ]);
  expect(steps).toHaveLength(2);
});

test('a crawl that never reaches the end is ended', () => {
  const crawled = run({ changes: ['insert'], rate: 4, pageSize: 2, sort: 'at' }, 8);
  const { end, pages } = verdictOf(crawled, 'offset');
  expect([end, pages]).toEqual(['bounded', 18]);
  expect(crawled.steps.filter(({ kind }) => kind === 'pages')).toHaveLength(18);
  expect(crawled.steps.at(-1)?.kind).toBe('pages');
});

test('a run without a field to sort by moves no record', () => {
  for (const sort of ['id', '-id', '']) {
    const { steps } = run({ changes: ['move'], sort });
    expect(steps.filter(({ kind }) => kind === 'change')).toEqual([]);
  }
  const nested = things(20).map((record) => ({ ...record, deep: { rank: record.rank ?? 0 } }));
  const { steps } = finish(
    runPaginationLab({ definition, records: nested }, { ...usual, changes: ['move'], sort: '-deep.rank,id' }),
  );
  const [first] = steps.filter((step) => step.kind === 'change');
  expect(JSON.parse(first?.body ?? '')).toEqual({ deep: { rank: expect.any(Number) } });
});

test('an inserted record has its row before the next one that is still in its place', () => {
  const crawled = run({ changes: ['insert'], rate: 1, sort: 'at' }, 6);
  const ids = crawled.records.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const newestFirst = run({ changes: ['insert'], rate: 1, sort: '-at' }, 12).records.map(({ id }) => Number(id));
  expect(newestFirst.length).toBeGreaterThan(12);
  expect(newestFirst).toEqual(newestFirst.toSorted((a, b) => b - a));
});

test('rows of records that never moved stand in the order of the list', () => {
  fc.assert(
    fc.property(anyOptions, anyCount, (options, count) => {
      const crawled = run({ ...options, rate: 4, changes: ['insert', 'move'] }, count);
      let list = things(count);
      const moved = new Set<string>();
      for (const step of crawled.steps) {
        if (step.kind === 'pages') continue;
        const content = JSON.parse(step.body ?? '') as JsonObject;
        if (step.method === 'POST') list = [...list, content];
        else list = list.map((record) => (String(record.id) === step.id ? { ...record, ...content } : record));
        if (step.method !== 'POST') moved.add(step.id);
      }
      const rows = crawled.records.map(({ id }) => id).filter((id) => !moved.has(id));
      expect(rows).toEqual(
        inOrder(list, crawled.sort).flatMap(({ id }) => (moved.has(String(id)) ? [] : [String(id)])),
      );
    }),
    times,
  );
});
