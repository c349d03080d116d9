import { ComparisonPane } from './comparison-pane.tsx';
import styles from './live-state.module.css';
import type { LiveStateProps } from './live-states.ts';
import { Snapshots } from './snapshot-list.tsx';
import { StateList } from './state-list.tsx';

/** The live states and snapshots to choose from, and how the chosen one differs, record by record. */
export function LiveStateView(props: LiveStateProps) {
  return (
    <div className={styles.view}>
      <div className={styles.side}>
        <StateList {...props} />
        <Snapshots {...props} />
      </div>
      <ComparisonPane {...props} />
    </div>
  );
}
