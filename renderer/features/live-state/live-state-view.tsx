import { classNames } from '../../ui/base/class-names.ts';
import styles from './live-state.module.css';
import type { LiveStates } from './live-states.ts';
import { Sessions } from './session-list.tsx';
import { Snapshots } from './snapshot-list.tsx';

/** Snapshots of the shared live state, and the live states of sessions. */
export function LiveStateView({ states }: { readonly states: LiveStates }) {
  return (
    <div className={classNames('scroll', styles.view)}>
      <Snapshots states={states} />
      <Sessions states={states} />
    </div>
  );
}
