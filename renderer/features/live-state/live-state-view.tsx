import type { Comparison } from './comparison.ts';
import { ComparisonPane } from './comparison-pane.tsx';
import styles from './live-state.module.css';
import type { LiveStates } from './live-states.ts';
import { Snapshots } from './snapshot-list.tsx';
import { StateList } from './state-list.tsx';

export interface LiveStateProps {
  readonly states: LiveStates;
  readonly comparison: Comparison;
}

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
