import type { TimelineState } from '../../../server/contract/schema/timeline.ts';
import styles from './time-machine.module.css';

/** Pixels of the tallest mark, and of the shortest one. */
const height = 22;
const least = 4;

/** Where requests and edits changed records: the more in one place, the taller. */
export function TimelineMarks({ timeline: { first, last, marks } }: { readonly timeline: TimelineState }) {
  const most = marks.reduce((max, { requests, edits }) => Math.max(max, requests + edits), 1);
  const width = Math.min(0.6, 70 / marks.length);
  const scaled = (count: number) => (count === 0 ? 0 : least + ((height - least) * count) / most);
  return (
    <svg className={styles.marks} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden>
      {marks.map(({ moment, requests, edits }) => {
        const [lower, upper] = [scaled(requests), scaled(edits)];
        const place = { x: (100 * (moment - first)) / (last - first) - width / 2, width };
        return (
          <g key={moment}>
            <rect {...place} className={styles.requests} y={height - lower} height={lower} />
            <rect {...place} className={styles.edits} y={Math.max(0, height - lower - upper)} height={upper} />
          </g>
        );
      })}
    </svg>
  );
}
