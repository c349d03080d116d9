import { memo } from 'react';
import type { PaginationRun } from '../../../../server/domain/labs/pagination-run.ts';
import {
  type Cell,
  changeWords,
  explainCell,
  type StyleVerdict,
  styleNames,
} from '../../../../server/domain/labs/pagination-verdict.ts';
import type { PageStyle } from '../../../../server/domain/list/page-request.ts';
import { classNames } from '../../../ui/base/class-names.ts';
import { formatCounts, plural } from '../../../ui/base/format.ts';
import { tip } from '../../../ui/base/tooltip.tsx';
import { Badge } from '../../../ui/display/tag.tsx';
import styles from './pagination.module.css';

interface PaginationGridProps {
  readonly run: PaginationRun;
  /** Steps that are shown. */
  readonly step: number;
  readonly verdicts: readonly StyleVerdict[];
}

/** A row for each record, a column for each style: how often the crawl has seen it. */
export function PaginationGrid({ run, step, verdicts }: PaginationGridProps) {
  const last = run.steps[step - 1];
  const changes = new Map(
    run.steps.slice(0, step).flatMap((one) => (one.kind === 'change' ? [[one.id, one.change] as const] : [])),
  );
  const inserted = new Set(
    run.steps.flatMap((one) => (one.kind === 'change' && one.change === 'insert' ? one.id : [])),
  );
  const rows = run.records.filter(({ id }) => changes.has(id) || !inserted.has(id));
  const isRead = (style: string, id: string) =>
    last?.kind === 'pages' && last.pages.some((page) => page.style === style && page.ids.includes(id));
  const whyOf = (style: PageStyle, id: string, cells: StyleVerdict['cells']) => {
    const cell = cells.get(id);
    return cell && explainCell(run, step, style, id, cell);
  };
  return (
    <table className={styles.grid} aria-label="Records by style">
      <thead>
        <tr>
          <th scope="col">Record</th>
          {verdicts.map((verdict) => (
            <th key={verdict.style} scope="col" className={verdictTone(verdict)}>
              {styleNames[verdict.style]}
              <span className={styles.counts}>{countsOf(verdict)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label }) => {
          const change = changes.get(id);
          const isNow = last?.kind === 'change' && last.id === id;
          return (
            <tr key={id} className={isNow ? styles.now : undefined}>
              <th scope="row">
                <code>{id}</code> <span className={styles.name}>{label}</span>
                {change && <Badge tone={change === 'delete' ? 'warn' : 'changed'}>{changeWords[change]}</Badge>}
              </th>
              {verdicts.map(({ style, cells }) => (
                <GridCell key={style} cell={cells.get(id)} isRead={isRead(style, id)} why={whyOf(style, id, cells)} />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const words: Readonly<Record<Cell['state'], string>> = {
  unread: 'not yet',
  once: 'once',
  twice: 'twice',
  missed: 'never',
  absent: 'unseen',
};

const GridCell = memo(function GridCell({
  cell,
  isRead,
  why,
}: {
  readonly cell: Cell | undefined;
  readonly isRead: boolean;
  /** How the cell came about; empty if it is as it should be. */
  readonly why: string | undefined;
}) {
  const { state, change, seen } = cell ?? { state: 'unread' as const, change: null, seen: 0 };
  const word = seen > 2 ? `${seen} times` : words[state];
  return (
    <td className={classNames(styles[state], change !== null && styles.excused, isRead && styles.read)} {...tip(why)}>
      {state === 'unread' ? <span className="unseen">{word}</span> : word}
    </td>
  );
});

function verdictTone({ twice, missed, end }: StyleVerdict): string | undefined {
  if (twice.length + missed.length > 0) return styles.faulty;
  return end === 'complete' ? styles.faultless : undefined;
}

function countsOf({ twice, missed, end, pages, stayed }: StyleVerdict): string {
  if (twice.length + missed.length > 0) return formatCounts({ twice: twice.length, never: missed.length });
  if (end === 'complete') return `all ${stayed} once`;
  return pages === 0 ? 'waits' : plural(pages, 'page');
}
