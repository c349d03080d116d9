import { snapshotName } from '../../features/live-state/snapshot-list.tsx';
import type { Action } from '../../ui/action.tsx';
import { go } from '../views.ts';
import type { Situation } from './situation.ts';

/** What can be done with the live state as a whole, beside settling it. */
export function liveStateActions({ liveStates, snapshots }: Situation): readonly Action[] {
  return [
    {
      id: 'snapshots.save',
      title: 'Save the live state as a snapshot',
      group: 'Data',
      enabled: true,
      run: () => {
        go('live-state');
        // The view is there once the address has been followed.
        setTimeout(() => document.getElementById(snapshotName)?.focus());
      },
    },
    ...snapshots.map(({ name }) => ({
      id: `snapshot.${name}`,
      title: `Restore ${name}`,
      group: 'Snapshots',
      enabled: true,
      run: () => void liveStates.restore(name),
    })),
  ];
}
