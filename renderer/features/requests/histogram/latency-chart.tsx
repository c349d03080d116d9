import { classNames } from '../../../ui/base/class-names.ts';
import { formatCount, formatDuration, plural } from '../../../ui/base/format.ts';
import styles from './histogram.module.css';
import { hasTerm, type LatencyClass, latencyTerm, withTerm } from './tally.ts';

interface LatencyChartProps {
  readonly classes: readonly LatencyClass[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** How many responses took how long. A bar filters the log by its duration, or no longer does. */
export function LatencyChart({ classes, search, onSearch }: LatencyChartProps) {
  const highest = Math.max(1, ...classes.map(({ count }) => count));
  return (
    <ul className={styles.latencies} aria-label="Responses by duration">
      {classes.map((one) => {
        const term = latencyTerm(one);
        const range = one.to === null ? `over ${formatDuration(one.from)}` : `up to ${formatDuration(one.to)}`;
        return (
          <li key={term}>
            <button
              type="button"
              className={classNames(styles.latency)}
              disabled={one.count === 0}
              aria-pressed={hasTerm(search, `duration:${term}`)}
              aria-label={`${range}: ${plural(one.count, 'response')}`}
              title={`${plural(one.count, 'response')}, ${range}. Click to filter`}
              onClick={() => onSearch(withTerm(search, 'duration', term))}
            >
              <svg aria-hidden viewBox="0 0 10 100" preserveAspectRatio="none" className={styles.latencyBar}>
                <rect width="10" y={100 - (one.count / highest) * 100} height={(one.count / highest) * 100} />
              </svg>
              <span aria-hidden className={styles.latencyWords}>
                {one.to === null ? `>${one.from}` : `≤${one.to}`}
                <b>{one.count > 0 && formatCount(one.count)}</b>
              </span>
            </button>
          </li>
        );
      })}
      <li aria-hidden className={styles.latencyUnit}>
        ms
      </li>
    </ul>
  );
}
