import { X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import type { Problem } from '../../../../server/domain/basics/problem.ts';
import { useConsole, useSecrets } from '../../../console/use-console.ts';
import { IconButton } from '../../../ui/base/button.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { formatDuration, formatTime, plural } from '../../../ui/base/format.ts';
import { useRemembered } from '../../../ui/base/remember.ts';
import { Failure, Waiting } from '../../../ui/display/empty-state.tsx';
import { StatusTag } from '../../../ui/display/tag.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import styles from './comparison.module.css';
import { type ComparedPart, type ComparedRow, compareRequests } from './comparison.ts';

/** Rows shown of a part; a body may have thousands. */
const shownRows = 500;

interface ComparisonPaneProps {
  /** Ids of two requests. */
  readonly left: number;
  readonly right: number;
  readonly onClose: () => void;
}

/** Two exchanges side by side with their differences marked. */
export function ComparisonPane({ left, right, onClose }: ComparisonPaneProps) {
  const { details, problem } = useDetails(left, right);
  const secrets = useSecrets();
  const [shape, setShape] = useRemembered<'all' | 'different'>('requests.comparison', 'all');
  const parts = useMemo(() => (details ? compareRequests(...details, secrets) : []), [details, secrets]);
  if (problem) {
    return (
      <Failure title="These requests cannot be compared">
        <p>{problem.detail}</p>
      </Failure>
    );
  }
  if (!details) return <Waiting>Reading the requests…</Waiting>;
  const different = parts.reduce((sum, { rows }) => sum + rows.filter(differs).length, 0);
  return (
    <section className="pane" aria-label={`Requests ${left} and ${right} compared`}>
      <header className={classNames('line', styles.header)}>
        <h2>Compare requests</h2>
        <span className={styles.count} role="status">
          {different === 0 ? 'no differences' : plural(different, 'difference')}
        </span>
        <SegmentedControl
          label="Rows shown"
          options={[
            { value: 'all', title: 'All' },
            { value: 'different', title: 'Differences' },
          ]}
          chosen={shape}
          onChoose={setShape}
        />
        <IconButton label="Close the comparison" icon={X} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <div className={styles.scroll} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Name</span>
              </th>
              {details.map((detail) => (
                <th key={detail.id} scope="col">
                  <span className={styles.head}>
                    {formatTime(detail.time)} <StatusTag status={detail.status} /> {formatDuration(detail.durationMs)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {parts.map((part) => (
            <Part key={part.title} part={part} onlyDifferent={shape === 'different'} />
          ))}
        </table>
      </div>
    </section>
  );
}

function Part({ part, onlyDifferent }: { readonly part: ComparedPart; readonly onlyDifferent: boolean }) {
  const rows = onlyDifferent ? part.rows.filter(differs) : part.rows;
  if (rows.length === 0) return null;
  const hidden = rows.length - shownRows;
  return (
    <tbody>
      <tr>
        <th colSpan={3} scope="rowgroup" className={styles.title}>
          {part.title}
        </th>
      </tr>
      {rows.slice(0, shownRows).map((row) => (
        <tr key={row.name} className={classNames(differs(row) && styles.different)}>
          <th scope="row">
            {differs(row) && (
              <span aria-hidden className={styles.mark}>
                ≠
              </span>
            )}
            {differs(row) && <span className="unseen">differs: </span>}
            {row.name}
          </th>
          <Value text={row.left} />
          <Value text={row.right} />
        </tr>
      ))}
      {hidden > 0 && (
        <tr>
          <td colSpan={3} className={styles.nothing}>
            {plural(hidden, 'further row')} not shown
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Value({ text }: { readonly text: string | undefined }) {
  return text === undefined ? <td className={styles.nothing}>missing</td> : <td>{text}</td>;
}

function differs({ left, right }: ComparedRow): boolean {
  return left !== right;
}

interface Found {
  readonly details: readonly [RequestDetail, RequestDetail] | null;
  readonly problem: Problem | null;
}

function useDetails(left: number, right: number): Found {
  const { client } = useConsole();
  const [found, setFound] = useState<Found>({ details: null, problem: null });
  useEffect(() => {
    let wanted = true;
    const read = async () => {
      const [one, other] = await Promise.all([
        client.call('requests.get', { id: left }),
        client.call('requests.get', { id: right }),
      ]);
      if (!wanted) return;
      if (!one.ok) setFound({ details: null, problem: one.problem });
      else if (!other.ok) setFound({ details: null, problem: other.problem });
      else setFound({ details: [one.value, other.value], problem: null });
    };
    void read();
    return () => {
      wanted = false;
    };
  }, [client, left, right]);
  return found;
}
