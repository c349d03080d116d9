import { snapshotName } from '../../features/live-state/snapshot-list.tsx';
import type { Action } from '../../ui/base/action.tsx';
import { go } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

/** Saving and restoring snapshots of the live state. */
export function liveStateActions({ liveStates, snapshots }: ActionInputs): readonly Action[] {
  return actionsOf({ group: 'Data' }, [
    {
      id: 'snapshots.save',
      title: 'Save the live state as a snapshot',
      run: () => {
        go('live-state');
        // The view is rendered only after the hash has changed.
        setTimeout(() => document.getElementById(snapshotName)?.focus());
      },
    },
    ...snapshots.map(({ name }) => ({
      id: `snapshot.${name}`,
      title: `Restore ${name}`,
      group: 'Snapshots',
      run: () => void liveStates.restore(name),
    })),
  ]);
}
