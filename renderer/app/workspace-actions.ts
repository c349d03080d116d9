import type { CommandInput } from '../../server/contract/command.ts';
import type { Action } from '../ui/action.tsx';
import { download } from '../ui/download.ts';
import type { Situation } from './situation.ts';

type FileCommand = 'create' | 'open' | 'saveAs' | 'reload' | 'overwrite' | 'restoreBackup';

const group = 'Workspace';

/** What can be done with the workspace's file: more where a window can show dialogs than in a browser. */
export function workspaceActions(situation: Situation): readonly Action[] {
  const { recent, imports, save } = situation;
  const run = (command: FileCommand, input: CommandInput<'workspace.open'> = {}) =>
    void carryOut(situation, command, input);
  return [
    ...(recent === null ? browserActions(situation) : windowActions(recent, run)),
    {
      id: 'workspace.import',
      title: 'Import collections from a file',
      group,
      shortcut: 'Mod+I',
      enabled: true,
      run: () => imports.choose(),
    },
    {
      id: 'workspace.overwrite',
      title: save.state === 'failed' && save.changedOnDisk ? 'Overwrite the file' : 'Try to save again',
      group,
      enabled: save.state === 'failed',
      run: () => run('overwrite'),
    },
    {
      id: 'workspace.reload',
      title: 'Reload the workspace from its file',
      note: 'what is not saved goes',
      group,
      enabled: true,
      run: () => run('reload'),
    },
  ];
}

function windowActions(
  recent: NonNullable<Situation['recent']>,
  run: (command: FileCommand, input?: CommandInput<'workspace.open'>) => void,
): readonly Action[] {
  return [
    { id: 'workspace.new', title: 'New workspace', group, enabled: true, run: () => run('create') },
    {
      id: 'workspace.open',
      title: 'Open a workspace',
      group,
      shortcut: 'Mod+O',
      enabled: true,
      run: () => run('open'),
    },
    {
      id: 'workspace.save-as',
      title: 'Save the workspace as',
      group,
      shortcut: 'Mod+Shift+S',
      enabled: true,
      run: () => run('saveAs'),
    },
    // The first one is open.
    ...recent.slice(1).map(({ name, folder }, index) => ({
      id: `workspace.recent-${index + 1}`,
      title: `Open ${name}`,
      note: folder,
      group: 'Recent workspaces',
      enabled: true,
      run: () => run('open', { recent: index + 1 }),
    })),
  ];
}

function browserActions({ client, toaster }: Situation): readonly Action[] {
  const fetchFile = async () => {
    const reply = await client.call('workspace.export', {});
    if (reply.ok) download(reply.value.file, reply.value.text);
    else toaster.fail(reply.problem.detail);
  };
  return [
    {
      id: 'workspace.save-as',
      title: 'Download the workspace',
      group,
      shortcut: 'Mod+Shift+S',
      enabled: true,
      run: () => void fetchFile(),
    },
  ];
}

/** What is opened shows itself, as the console begins anew with it. */
async function carryOut(
  situation: Situation,
  command: FileCommand,
  input: CommandInput<'workspace.open'>,
): Promise<void> {
  const { client, toaster } = situation;
  const reply =
    command === 'open' ? await client.call('workspace.open', input) : await client.call(`workspace.${command}`, {});
  if (reply.ok) return;
  const { detail, backup } = reply.problem;
  if (typeof backup !== 'string') return toaster.fail(detail);
  toaster.offer(detail, {
    title: 'Restore the last good content',
    run: () => void carryOut(situation, 'restoreBackup', {}),
  });
}
