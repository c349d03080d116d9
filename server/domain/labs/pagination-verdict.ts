import type { PageStyle } from '../list/page-request.ts';
import type { LabEnd, LabStep, ListChange, PaginationRun } from './pagination-run.ts';

/** The sightings of a record in a crawl. */
export interface Cell {
  readonly seen: number;
  /** The record's change during the crawl; null for a record that stayed in its place. */
  readonly change: ListChange | null;
  /** `unread` may still be seen, `absent` was not there for all of the crawl. */
  readonly state: 'unread' | 'once' | 'twice' | 'missed' | 'absent';
}

/** The result of a crawl in one style, as far as it got. */
export interface StyleVerdict {
  readonly style: PageStyle;
  /** By id; every record of the run. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** Ids of records that stayed in their place and were seen more than once, or never. */
  readonly twice: readonly string[];
  readonly missed: readonly string[];
  /** Records that stayed in their place. */
  readonly stayed: number;
  /** Records that were inserted, deleted or moved during the crawl, which a client may see or miss. */
  readonly changed: number;
  readonly pages: number;
  readonly end: LabEnd | null;
  /** The server's reason for a refused page. */
  readonly refusal: string | null;
}

interface Tally {
  seen: number;
  change: ListChange | null;
}

/**
 * Judges the crawls of a run after a number of its steps. A record counts as seen twice or missed only if it was there, in
 * its place, from the first page of the crawl to the last one.
 */
export function judgePagination(run: PaginationRun, steps: number = run.steps.length): readonly StyleVerdict[] {
  return run.styles.map((style) => judgeCrawl(run, style, run.steps.slice(0, steps)));
}

function judgeCrawl({ records, steps: all }: PaginationRun, style: PageStyle, steps: readonly LabStep[]): StyleVerdict {
  const inserted = new Set(
    all.flatMap((step) => (step.kind === 'change' && step.change === 'insert' ? [step.id] : [])),
  );
  const tallies = new Map(records.map(({ id }): [string, Tally] => [id, { seen: 0, change: null }]));
  const present = new Set(records.map(({ id }) => id).filter((id) => !inserted.has(id)));
  const pages = { count: 0, end: null as LabEnd | null, refusal: null as string | null };
  for (const step of steps) {
    if (pages.end !== null) break;
    if (step.kind === 'change') {
      const tally = tallies.get(step.id);
      if (tally && step.styles.includes(style)) tally.change = laterChange(tally.change, step.change);
      continue;
    }
    const page = step.pages.find((one) => one.style === style);
    if (!page) continue;
    pages.count += 1;
    pages.end = page.end;
    if (page.end === 'refused') pages.refusal = page.detail;
    for (const id of page.ids) {
      const tally = tallies.get(id);
      if (tally) tally.seen += 1;
    }
  }
  const cells = new Map(
    Array.from(tallies, ([id, tally]): [string, Cell] => [
      id,
      { ...tally, state: stateOf(tally, present.has(id), pages.end !== null) },
    ]),
  );
  const stayed = [...cells].filter(([id, { change }]) => change === null && present.has(id));
  const idsIn = (state: Cell['state']) => stayed.flatMap(([id, cell]) => (cell.state === state ? [id] : []));
  return {
    style,
    cells,
    twice: idsIn('twice'),
    missed: idsIn('missed'),
    stayed: stayed.length,
    changed: [...cells.values()].filter(({ change }) => change !== null).length,
    pages: pages.count,
    end: pages.end,
    refusal: pages.refusal,
  };
}

/** A record that was inserted stays a new one; the end of a record outweighs its moves. */
function laterChange(before: ListChange | null, change: ListChange): ListChange {
  if (change === 'delete' || before === null) return change;
  return before;
}

function stateOf({ seen, change }: Tally, isPresent: boolean, isEnded: boolean): Cell['state'] {
  if (seen > 1) return 'twice';
  if (seen === 1) return 'once';
  if (!isPresent || change !== null) return 'absent';
  return isEnded ? 'missed' : 'unread';
}

export const styleNames: Readonly<Record<PageStyle, string>> = {
  offset: 'Offset',
  page: 'Page',
  cursor: 'Cursor',
  time: 'Time window',
  since: 'since_id',
};

/** A sentence, such as "Offset saw 3 records twice and missed 2." */
export function describeVerdict({ style, twice, missed, end, refusal, pages, stayed }: StyleVerdict): string {
  const faults = [
    ...(twice.length > 0 ? [`saw ${records(twice.length)} twice`] : []),
    ...(missed.length > 0 ? [`missed ${twice.length > 0 ? missed.length : records(missed.length)}`] : []),
  ].join(' and ');
  const name = styleNames[style];
  if (refusal !== null)
    return `${name} was refused after ${pages - 1 === 1 ? '1 page' : `${pages - 1} pages`} and ${faults || 'missed no record'}.`;
  if (pages === 0) return `${name} has not begun.`;
  if (end === null) return faults === '' ? `${name} is reading.` : `${name} ${faults} so far.`;
  return faults === '' ? `${name} saw all ${records(stayed)} that stayed exactly once.` : `${name} ${faults}.`;
}

/**
 * How a crawl came to see a record so often after a number of steps: the pages that had it, and what changed meanwhile. Empty
 * for a record that was seen once or may still be seen.
 */
export function explainCell({ steps }: PaginationRun, step: number, style: PageStyle, id: string, cell: Cell): string {
  if (cell.state !== 'twice' && cell.state !== 'missed') return '';
  let page = 0;
  const seenOn: number[] = [];
  const changes: { readonly page: number; readonly text: string }[] = [];
  for (const one of steps.slice(0, step)) {
    if (one.kind === 'change') changes.push({ page, text: `${one.id} was ${changeWords[one.change]}` });
    else {
      const own = one.pages.find((read) => read.style === style);
      if (!own) continue;
      page += 1;
      if (own.ids.includes(id)) seenOn.push(page);
    }
  }
  const [first = 0, last = page] = [seenOn[0], seenOn.at(-1)];
  const between = changes.filter((change) => change.page >= first && change.page < last).map(({ text }) => text);
  const shown = between.length > 3 ? [...between.slice(0, 3), `${between.length - 3} more changed`] : between;
  const why = shown.length === 0 ? '' : ` Meanwhile ${shown.join(', ')}.`;
  return seenOn.length === 0 ? `No page had ${id}.${why}` : `${id} was on pages ${seenOn.join(' and ')}.${why}`;
}

/** The change of a record, as the end of a sentence. */
export const changeWords: Readonly<Record<ListChange, string>> = {
  insert: 'inserted',
  delete: 'deleted',
  move: 'moved',
};

function records(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}
