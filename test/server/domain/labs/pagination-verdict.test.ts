import { expect, test } from 'vitest';
import {
  crawledStyles,
  type LabEnd,
  type LabStep,
  type ListChange,
  type PaginationRun,
} from '../../../../server/domain/labs/pagination-run.ts';
import {
  type Cell,
  describeVerdict,
  explainCell,
  judgePagination,
  type StyleVerdict,
} from '../../../../server/domain/labs/pagination-verdict.ts';
import type { PageStyle } from '../../../../server/domain/list/page-request.ts';

function pages(ids: string, end: LabEnd | null = null, style: PageStyle = 'offset'): LabStep {
  return { kind: 'pages', pages: [{ style, target: '', status: 200, ids: [...ids], detail: 'why', end }] };
}

function change(change: ListChange, id: string, styles: readonly PageStyle[] = crawledStyles): LabStep {
  return { kind: 'change', change, id, method: 'PATCH', target: '', body: null, styles };
}

function runOf(ids: string, ...steps: readonly LabStep[]): PaginationRun {
  return { records: [...ids].map((id) => ({ id, label: '' })), sort: 'id', styles: ['offset'], steps };
}

function cellsOf(run: PaginationRun): Readonly<Record<string, Cell>> {
  return Object.fromEntries(judgePagination(run)[0]?.cells ?? []);
}

test('the deletion of a record outweighs its moves, and its insertion outweighs them too', () => {
  const run = runOf(
    'abn',
    pages('a'),
    change('move', 'a'),
    change('delete', 'a'),
    change('insert', 'n'),
    change('move', 'n'),
  );
  expect(cellsOf(run)).toEqual({
    a: { seen: 1, change: 'delete', state: 'once' },
    b: { seen: 0, change: null, state: 'unread' },
    n: { seen: 0, change: 'insert', state: 'absent' },
  });
});

test('a move in the order of another style is none, and nothing counts after the end of the crawl', () => {
  const run = runOf('ab', change('move', 'a', ['time']), pages('a', 'complete'), change('move', 'b'), pages('ab'));
  expect(cellsOf(run)).toEqual({
    a: { seen: 1, change: null, state: 'once' },
    b: { seen: 0, change: null, state: 'missed' },
  });
  expect(judgePagination(run)).toMatchObject([{ pages: 1, stayed: 2, changed: 0, missed: ['b'], refusal: null }]);
});

test('a verdict has the reason of a refusal', () => {
  expect(judgePagination(runOf('a', pages('', 'refused')))).toMatchObject([{ end: 'refused', refusal: 'why' }]);
});

test.each<[Partial<StyleVerdict>, string]>([
  [{}, 'Offset saw all 3 records that stayed exactly once.'],
  [{ style: 'page', stayed: 1 }, 'Page saw all 1 record that stayed exactly once.'],
  [{ style: 'time', twice: ['a'] }, 'Time window saw 1 record twice.'],
  [{ style: 'since', missed: ['a', 'b'] }, 'since_id missed 2 records.'],
  [{ twice: ['a', 'b'], missed: ['c'] }, 'Offset saw 2 records twice and missed 1.'],
  [{ twice: ['a'], end: null }, 'Offset saw 1 record twice so far.'],
  [{ end: null }, 'Offset is reading.'],
  [{ end: null, pages: 0 }, 'Offset has not begun.'],
  [{ style: 'cursor', refusal: 'expired' }, 'Cursor was refused after 1 page and missed no record.'],
  [{ refusal: 'expired', pages: 3, missed: ['a'] }, 'Offset was refused after 2 pages and missed 1 record.'],
])('the verdict %j is described in a sentence', (verdict, sentence) => {
  const usual: StyleVerdict = {
    ...{ style: 'offset', cells: new Map(), twice: [], missed: [], stayed: 3, changed: 0 },
    ...{ pages: 2, end: 'complete', refusal: null },
  };
  expect(describeVerdict({ ...usual, ...verdict })).toBe(sentence);
});

test('an explanation names the changes between the sightings, three of them and the number of the others', () => {
  const three = [change('insert', 'n'), change('delete', 'b'), change('move', 'c')];
  const start = [change('move', 'x'), pages('', null, 'page'), pages('a'), ...three];
  const end = [pages('a'), change('move', 'y')];
  const explained = (id: string, steps: readonly LabStep[], state: Cell['state']) =>
    explainCell(runOf('abc', ...steps), steps.length, 'offset', id, { seen: 2, change: null, state });
  const sentence = 'a was on pages 1 and 2. Meanwhile n was inserted, b was deleted, c was moved';
  expect(explained('a', [...start, ...end], 'twice')).toBe(`${sentence}.`);
  expect(explained('a', [...start, change('move', 'd'), ...end], 'twice')).toBe(`${sentence}, 1 more changed.`);
  expect(explained('a', [pages('a'), pages('a')], 'twice')).toBe('a was on pages 1 and 2.');
  expect(explained('z', [change('move', 'x'), ...end], 'missed')).toBe('No page had z. Meanwhile x was moved.');
  expect(explained('a', [...start, ...end], 'once')).toBe('');
});

test('pages of another style and records that no row has do not count', () => {
  const run = runOf('a', pages('a', null, 'page'), pages('az', 'complete'));
  expect(cellsOf(run)).toEqual({ a: { seen: 1, change: null, state: 'once' } });
  expect(judgePagination(run)).toMatchObject([{ pages: 1, end: 'complete' }]);
});

test('a record is absent before its insertion and after its move, whether the crawl is at its end or not', () => {
  const run = runOf('abn', pages('a'), change('move', 'b'), change('insert', 'n'), pages('', 'complete'));
  const statesAfter = (steps: number) =>
    [...(judgePagination(run, steps)[0]?.cells ?? [])].map(([, { state }]) => state);
  expect(statesAfter(1)).toEqual(['once', 'unread', 'absent']);
  expect(statesAfter(2)).toEqual(['once', 'absent', 'absent']);
  expect(statesAfter(4)).toEqual(['once', 'absent', 'absent']);
  expect(judgePagination(run, 1)).toMatchObject([{ stayed: 2, changed: 0 }]);
  expect(judgePagination(run, 2)).toMatchObject([{ stayed: 1, changed: 1 }]);
  expect(judgePagination(run)).toMatchObject([{ stayed: 1, changed: 2 }]);
});

test('an explanation reaches from the first sighting to the last one before the step', () => {
  const steps = [
    pages('a'),
    change('move', 'b'),
    pages('a'),
    change('move', 'c'),
    pages('a'),
    change('move', 'd'),
    pages('a'),
  ];
  const explained = (step: number) =>
    explainCell(runOf('abc', ...steps), step, 'offset', 'a', { seen: 2, change: null, state: 'twice' });
  expect(explained(3)).toBe('a was on pages 1 and 2. Meanwhile b was moved.');
  expect(explained(6)).toBe('a was on pages 1 and 2 and 3. Meanwhile b was moved, c was moved.');
});
