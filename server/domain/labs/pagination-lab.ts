import { instantOf } from '../basics/instant.ts';
import type { Work } from '../basics/work.ts';
import { Dice } from '../generate/dice.ts';
import { type JsonObject, member } from '../json/json.ts';
import { valueAt } from '../json/pointer.ts';
import type { Rule } from '../scenario/scenario.ts';
import { Crawler } from './crawler.ts';
import { LabMock, type LabSource, mostLabRecords } from './lab-mock.ts';
import { ListChanges } from './list-changes.ts';
import {
  type CrawlingClient,
  type CrawlQuirk,
  crawledStyles,
  type LabPage,
  type LabRecord,
  type LabStep,
  type ListChange,
  type PaginationRun,
} from './pagination-run.ts';

export interface PaginationOptions {
  /** The records of a page, as the clients ask for them. */
  readonly pageSize: number;
  /** The order of offset, page and cursor, in the grammar of `?sort=`. */
  readonly sort: string;
  /** Changes between two pages. */
  readonly rate: number;
  readonly changes: readonly ListChange[];
  readonly seed: number;
  readonly client: CrawlingClient;
  readonly quirks: readonly CrawlQuirk[];
}

/**
 * Crawls a copy of the records in all styles at once, with changes between the pages. Equal sources and options give equal
 * runs. Pauses after each page and each change.
 */
export function* runPaginationLab(source: LabSource, options: PaginationOptions): Work<PaginationRun> {
  const { definition } = source;
  const { pageSize, sort, rate, changes, seed, client, quirks } = options;
  const mock = new LabMock(source);
  const timePath = definition.time?.split('.') ?? [];
  const timeOf = (record: JsonObject) => instantOf(valueAt(record, timePath)) ?? 0;
  const crawlOptions = {
    ...{ client, pageSize, sort },
    idOf: (record: JsonObject) => mock.idOf(record),
    instantOf: timeOf,
    from: source.records.reduce((first, record) => Math.min(first, timeOf(record)), Number.POSITIVE_INFINITY),
  };
  const styles = crawledStyles.filter((style) => style !== 'time' || definition.time !== null);
  const rules = quirks.map((quirk) => ruleOf(quirk, pageSize));
  const crawls = styles.map((style) => ({ crawler: new Crawler(style, crawlOptions), read: mock.client(rules) }));
  const sortPath = movablePath(sort, definition.key);
  const changing = new ListChanges(mock, new Dice(seed, 0), { changes, sortPath, timePath });
  const observe = mock.client([]);
  const listed = () => observe(`sort=${encodeURIComponent(sort)}&limit=${mostLabRecords}`).records;

  const records = source.records.map((record) => labRecord(mock.idOf(record), record, definition.key));
  const moved = new Set<string>();
  const steps: LabStep[] = [];
  const mostPages = 2 * Math.ceil(source.records.length / pageSize) + 10;
  for (let round = 1; ; round += 1) {
    const pages: LabPage[] = [];
    for (const { crawler, read } of crawls) {
      const { query, style } = crawler;
      if (query === null) continue;
      yield;
      const response = read(query);
      const ended = crawler.take(response);
      const end = ended ?? (round === mostPages ? 'bounded' : null);
      const { status, detail } = response;
      const ids = response.records.map(mock.idOf, mock);
      pages.push({ style, target: `${mock.path}?${query}`, status, ids, detail, end });
    }
    steps.push({ kind: 'pages', pages });
    if (pages.every(({ end }) => end !== null)) break;
    let live = listed();
    for (let count = 0; count < rate; count += 1) {
      const change = changing.change(live, records.length);
      if (!change) break;
      yield;
      live = listed();
      if (change.change === 'move') moved.add(change.id);
      if (change.change === 'insert') insertRow(records, moved, change.id, live, mock);
      steps.push(change);
    }
  }
  return { records, sort, styles, steps };
}

/** Adds the row of a new record before that of the next record in the list that is still in its place. */
function insertRow(
  rows: LabRecord[],
  moved: ReadonlySet<string>,
  id: string,
  live: readonly JsonObject[],
  mock: LabMock,
): void {
  const index = live.findIndex((record) => mock.idOf(record) === id);
  const next = live.slice(index + 1).find((record) => !moved.has(mock.idOf(record)));
  const place = next ? rows.findIndex((row) => row.id === mock.idOf(next)) : rows.length;
  rows.splice(place, 0, labRecord(id, live[index] ?? {}, mock.collection.definition.key));
}

/** The first field of an order; empty for the key, which never changes. */
function movablePath(sort: string, key: string): readonly string[] {
  const [field = ''] = sort.replace(/^-/, '').split(',');
  return field === '' || field === key ? [] : field.split('.');
}

function ruleOf(quirk: CrawlQuirk, pageSize: number): Rule {
  if (quirk !== 'page-size-capped') return { when: {}, then: { kind: 'quirk', quirk } };
  return { when: {}, then: { kind: 'quirk', quirk, size: Math.max(1, Math.floor(pageSize / 2)) } };
}

function labRecord(id: string, record: JsonObject, key: string): LabRecord {
  const known = ['name', 'title', 'label'].map((name) => member(record, name));
  const others = Object.entries(record).flatMap(([name, value]) => (name === key ? [] : [value]));
  const label = [...known, ...others].find((value) => typeof value === 'string' && value !== '');
  return { id, label: typeof label === 'string' ? label : '' };
}
