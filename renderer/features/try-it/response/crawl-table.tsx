import type { ReactNode } from 'react';
import { assertNever } from '../../../../server/domain/basics/result.ts';
import { classNames } from '../../../ui/base/class-names.ts';
import { formatDuration, plural } from '../../../ui/base/format.ts';
import { Badge, StatusTag } from '../../../ui/display/tag.tsx';
import { DetailTable } from '../../../ui/table/detail-table.tsx';
import { type Crawl, type CrawlEnd, type CrawledPage, mostPages } from '../model/crawl.ts';
import { splitTarget } from '../model/draft.ts';
import styles from './response.module.css';

interface CrawlTableProps {
  readonly crawl: Crawl;
  /** The button that cancels the crawl while it runs. */
  readonly stop: ReactNode;
}

/** The pages of a crawl: the request and the records of each. */
export function CrawlTable({ crawl: { pages, end }, stop }: CrawlTableProps) {
  const records = pages.reduce((sum, { ids }) => sum + ids.length, 0);
  const repeated = pages.reduce((sum, page) => sum + page.repeated.length, 0);
  const total = pages.at(-1)?.total ?? null;
  return (
    <>
      <header className={styles.header}>
        <div className={styles.facts}>
          <span role="status">{end ? endWord(end) : 'Crawling…'}</span>
          <span>{plural(pages.length, 'page')}</span>
          <span>{plural(records, 'record')}</span>
          {repeated > 0 && <Badge tone="warn">{plural(repeated, 'record')} returned twice</Badge>}
          {stop}
        </div>
        <progress
          className={styles.progress}
          aria-label="Records so far"
          value={end ? 1 : records}
          max={end ? 1 : Math.max(total ?? 0, records, 1)}
        />
        {end?.kind === 'failed' && (
          <p className={styles.fault} role="alert">
            {end.reason}
          </p>
        )}
      </header>
      <div className={classNames('scroll', styles.scroll)}>
        <DetailTable
          label="Pages of the crawl"
          heads={['Page', 'Request', 'Status', 'Records', 'Time']}
          className={styles.pages}
        >
          {pages.map((page) => (
            <PageRow key={page.number} page={page} />
          ))}
        </DetailTable>
      </div>
    </>
  );
}

function PageRow({ page: { number, target, status, ids, repeated, durationMs } }: { readonly page: CrawledPage }) {
  const [first, last] = [ids[0], ids.at(-1)];
  const span = first === undefined ? '' : first === last ? ` (${first})` : ` (${first} to ${last})`;
  const again = repeated.length > 0 ? `, repeated: ${repeated.join(', ')}` : '';
  return (
    <tr>
      <th scope="row" className="figures">
        {number}
      </th>
      <td title={target}>
        <code>{askedBy(target)}</code>
      </td>
      <td>
        <StatusTag status={status} isBrief />
      </td>
      <td title={`${ids.length}${span}${again}`}>
        {ids.length} {repeated.length > 0 && <Badge tone="warn">repeated: {repeated.join(', ')}</Badge>}
        <span className={styles.quiet}>{span}</span>
      </td>
      <td className="figures">{formatDuration(durationMs)}</td>
    </tr>
  );
}

/** The query, since the path is the same for every page. */
function askedBy(target: string): string {
  const { path, query } = splitTarget(target);
  return query === '' ? path : `?${query}`;
}

function endWord(end: CrawlEnd): string {
  switch (end.kind) {
    case 'complete':
      return 'Crawled to the last page';
    case 'cancelled':
      return 'Cancelled';
    case 'bounded':
      return `Stopped after ${mostPages} pages`;
    case 'failed':
      return 'Failed';
    default:
      return assertNever(end);
  }
}
