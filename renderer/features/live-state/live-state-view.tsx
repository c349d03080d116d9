import styles from './live-state.module.css';
import type { LiveStates } from './live-states.ts';
import { Sessions } from './session-list.tsx';
import { Snapshots } from './snapshot-list.tsx';

/** The live states beside the one that all clients share now: those kept under a name, and those of sessions. */
export function LiveStateView({ states }: { readonly states: LiveStates }) {
  return (
    <div className={styles.view}>
      <Snapshots states={states} />
      <Sessions states={states} />
    </div>
  );
}
