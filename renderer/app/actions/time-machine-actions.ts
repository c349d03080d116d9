import type { Action } from '../../ui/base/action.tsx';
import { go, rememberPlace } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';
import { isOnRequest } from './request-actions.ts';

/** Going back to an earlier moment of the run. */
export function timeMachineActions(inputs: ActionInputs): readonly Action[] {
  const { timeMachine, requests, view, isPresent } = inputs;
  const enabled = view === 'time-machine';
  return actionsOf({ group: 'Time machine' }, [
    {
      id: 'requests.records',
      title: 'Records at this request',
      group: 'Requests',
      shortcut: 'Shift+m',
      enabled: isOnRequest(inputs),
      run: async () => {
        const id = requests.chosenId;
        if (id === null) return;
        const isStillHere = rememberPlace();
        const around = await timeMachine.momentsAround(id);
        if (!around || !isStillHere()) return;
        timeMachine.showBefore(around);
        go('time-machine');
      },
    },
    {
      id: 'time-machine.restore',
      title: 'Restore this moment',
      enabled: enabled && !isPresent,
      ...(isPresent && { why: 'This is the present. Choose an earlier moment to restore.' }),
      run: () => void timeMachine.restore(),
    },
    {
      id: 'time-machine.replay',
      title: 'Replay the requests since this moment',
      enabled: enabled && !isPresent,
      ...(isPresent && { why: 'This is the present. Choose an earlier moment to replay what followed it.' }),
      run: () => void timeMachine.replayFromHere(),
    },
    { id: 'time-machine.now', title: 'Go back to now', enabled, isLocal: true, run: () => timeMachine.choose(null) },
  ]);
}
