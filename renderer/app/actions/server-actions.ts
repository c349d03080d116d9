import { offerUndo } from '../../console/undo.ts';
import type { SettingsEdit } from '../../features/settings/settings-edits.ts';
import { resetOfAll } from '../../features/settings/settings-form.ts';
import { fixTitle } from '../../features/settings/suggested-fix.ts';
import type { Action } from '../../ui/base/action.tsx';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

/** Starting and stopping the mock server, and resetting its settings. */
export function serverActions({ client, toaster, server, settings, settingsEdits }: ActionInputs): readonly Action[] {
  const runs = server.state === 'listening' || server.state === 'starting';
  const fix = server.state === 'failed' ? server.suggestedFix : null;
  const command = async (name: 'server.start' | 'server.stop') => {
    const reply = await client.call(name, {});
    // The server control shows why the server does not start.
    if (!reply.ok && name !== 'server.start') toaster.fail(reply.problem.detail);
  };
  const save = async (edit: SettingsEdit, whenDone: () => void) => {
    const reply = await settingsEdits.save(edit);
    if (reply.ok) whenDone();
    else toaster.fail(reply.problem.detail);
  };
  return actionsOf({ group: 'Server' }, [
    {
      id: 'server.start',
      title: 'Start the server',
      enabled: !runs,
      why: 'It runs.',
      run: () => void command('server.start'),
    },
    {
      id: 'server.stop',
      title: 'Stop the server',
      enabled: runs,
      why: 'It is stopped.',
      run: () => void command('server.stop'),
    },
    {
      id: 'server.fix',
      title: fix ? `${fixTitle(fix)} and start the server` : 'Start the server elsewhere',
      enabled: fix !== null,
      run: () =>
        void (
          fix &&
          save(
            () => fix,
            () => void command('server.start'),
          )
        ),
    },
    {
      id: 'settings.reset',
      title: 'Reset all settings of the workspace',
      enabled: resetOfAll(settings) !== null,
      why: 'Every setting has its default.',
      run: () => void save(resetOfAll, () => offerUndo(client, toaster, 'All settings are back to their defaults.')),
    },
  ]);
}
