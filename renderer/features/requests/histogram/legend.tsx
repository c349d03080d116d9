import { classNames } from '../../../ui/base/class-names.ts';
import { formatCount, formatDuration, formatTime, plural } from '../../../ui/base/format.ts';
import styles from './histogram.module.css';
import { hasTerm, highestOf, type LogTally, statusClasses, type TimeSpan, withTerm } from './tally.ts';

interface TotalsProps {
  readonly tally: LogTally;
  /** Of every status, whichever the search asks for: the buttons keep their place. */
  readonly totals: LogTally['totals'];
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** The totals of the histogram. A status class is a button that filters by it, or no longer does. */
export function Totals({ tally, totals, search, onSearch }: TotalsProps) {
  const { durations, start, width, intervals } = tally;
  return (
    <>
      <span className={styles.range}>
        {formatTime(start).slice(0, -4)} – {formatTime(start + intervals * width).slice(0, -4)}
      </span>
      {statusClasses.map(
        (name) =>
          totals[name] > 0 && (
            <button
              key={name}
              type="button"
              className={styles.total}
              aria-pressed={hasTerm(search, `status:${name}`)}
              title={hasTerm(search, `status:${name}`) ? 'Show every status' : `Show only ${name}`}
              onClick={() => onSearch(withTerm(search, 'status', name))}
            >
              <svg aria-hidden width="10" height="10" className={styles.sample}>
                <rect width="10" height="10" className={classNames(styles.class, styles[`class${name}`])} />
              </svg>
              {name === 'none' ? 'no response' : name} <b>{formatCount(totals[name])}</b>
            </button>
          ),
      )}
      <span className={styles.figures}>
        <Figure isExtra name="peak" value={`${formatCount(Math.round((highestOf(tally) * 1000) / tally.width))}/s`} />
        {durations && (
          <>
            <Figure
              name="p50"
              value={formatDuration(durations.p50)}
              title="Half of the responses took at most this long"
            />
            <Figure
              name="p95"
              value={formatDuration(durations.p95)}
              title="95 of 100 responses took at most this long"
            />
            <Figure
              name="p99"
              value={formatDuration(durations.p99)}
              title="99 of 100 responses took at most this long"
            />
            <Figure isExtra name="max" value={formatDuration(durations.longest)} />
          </>
        )}
      </span>
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly title?: string;
  /** Hidden in a narrow window. */
  readonly isExtra?: boolean;
}

function Figure({ name, value, title, isExtra = false }: FigureProps) {
  return (
    <span title={title} className={classNames(isExtra && styles.extra)}>
      {name} <b>{value}</b>
    </span>
  );
}

/** A span as text: "14:03:07.000 to 14:03:08.999: 12 requests (10 2xx, 2 4xx), 6 per second". */
export function describeSpan(tally: LogTally, { first, last }: TimeSpan): string {
  const from = Math.round((first - tally.start) / tally.width);
  const to = Math.round((last + 1 - tally.start) / tally.width);
  const within = (counts: readonly number[]) => counts.slice(from, to).reduce((sum, count) => sum + count, 0);
  const parts = statusClasses
    .map((name) => [within(tally.counts[name]), name === 'none' ? 'without response' : name] as const)
    .filter(([count]) => count > 0);
  const all = parts.reduce((sum, [count]) => sum + count, 0);
  const rate = Math.round((all * 1000) / (last + 1 - first));
  const words = parts.map(([count, name]) => `${formatCount(count)} ${name}`).join(', ');
  const span = `${formatTime(first)} to ${formatTime(last)}: ${plural(all, 'request')}`;
  return all === 0 ? span : `${span} (${words}), ${formatCount(rate)} per second`;
}
