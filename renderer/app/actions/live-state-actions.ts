import { whyNotKept } from '../../features/live-state/comparison.ts';
import { snapshotName } from '../../features/live-state/snapshot-list.tsx';
import type { Action } from '../../ui/base/action.tsx';
import { go } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

/** Changes and snapshots of the live state. */
export function liveStateActions(inputs: ActionInputs): readonly Action[] {
  const { liveStates, comparison, snapshots, view, comparedSession, isShared } = inputs;
  const why = whyNotKept(comparedSession, isShared);
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
    {
      id: 'live-state.revert',
      title: 'Revert the selected changes',
      enabled: view === 'live-state',
      run: () => void comparison.settleSelected('revert'),
    },
    {
      id: 'live-state.keep',
      title: 'Keep the selected changes in the fixtures',
      enabled: view === 'live-state' && why === undefined,
      ...(why !== undefined && { why }),
      run: () => void comparison.settleSelected('keep'),
    },
    {
      id: 'live-state.select',
      title: 'Select all changes of the page',
      enabled: view === 'live-state',
      run: () => comparison.selectPage(true),
    },
    ...snapshots.map(({ name }) => ({
      id: `snapshot.${name}`,
      title: `Restore ${name}`,
      group: 'Snapshots',
      run: () => void liveStates.restore(name),
    })),
  ]);
}
