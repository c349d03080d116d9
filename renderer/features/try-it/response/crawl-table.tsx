import { type ReactNode, useMemo } from 'react';
import { assertNever } from '../../../../server/domain/basics/result.ts';
import { classNames } from '../../../ui/base/class-names.ts';
import { formatCount, formatDuration, plural } from '../../../ui/base/format.ts';
import { Badge, StatusTag } from '../../../ui/display/tag.tsx';
import { DetailTable } from '../../../ui/table/detail-table.tsx';
import {
  type Crawl,
  type CrawlEnd,
  type CrawledPage,
  mostPages,
  shortTarget,
  tallyOf,
  verdictOf,
} from '../model/crawl.ts';
import { useTryIt } from '../model/use-try-it.ts';
import { RequestLine } from './request-line.tsx';
import styles from './response.module.css';

interface CrawlTableProps {
  readonly crawl: Crawl;
  /** The button that cancels the crawl while it runs. */
  readonly stop: ReactNode;
}

/** The pages of a crawl: the request and the records of each. */
export function CrawlTable({ crawl, stop }: CrawlTableProps) {
  const { pages, end } = crawl;
  const tally = useMemo(() => tallyOf(crawl), [crawl]);
  const { records, repeated, total } = tally;
  const isComplete = end?.kind === 'complete';
  return (
    <>
      <header className={styles.header}>
        <div className={styles.facts}>
          <span role="status">{end ? endWord(end) : 'Crawling…'}</span>
          <span>{plural(pages.length, 'page')}</span>
          <span>
            {total === null ? plural(records, 'record') : `${formatCount(records)} of ${plural(total, 'record')}`}
          </span>
          {(isComplete || repeated > 0) && <Badge tone={repeated > 0 ? 'warn' : 'good'}>{verdictOf(tally)}</Badge>}
          {stop}
        </div>
        {pages[0] && <RequestLine method="GET" target={pages[0].target} />}
        <progress
          className={styles.progress}
          data-done={end !== null}
          aria-label="Records so far"
          value={records}
          max={Math.max(total ?? 0, records, 1)}
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
            <PageRow key={page.number} page={page} first={pages[0]?.target ?? ''} />
          ))}
        </DetailTable>
      </div>
    </>
  );
}

interface PageRowProps {
  readonly page: CrawledPage;
  /** The target of the first page. */
  readonly first: string;
}

function PageRow({ page, first: firstTarget }: PageRowProps) {
  const { number, target, entry, status, ids, repeated, durationMs } = page;
  const { openRequest } = useTryIt();
  const [first, last] = [ids[0], ids.at(-1)];
  const span = first === undefined ? '' : first === last ? ` (${first})` : ` (${first} to ${last})`;
  const again = repeated.length > 0 ? `, repeated: ${repeated.join(', ')}` : '';
  return (
    <tr>
      <th scope="row" className="figures">
        {number}
      </th>
      <td title={target}>
        <button
          type="button"
          className={styles.page}
          disabled={entry === null}
          onClick={() => entry !== null && openRequest(entry)}
        >
          {shortTarget(target, firstTarget)}
        </button>
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
