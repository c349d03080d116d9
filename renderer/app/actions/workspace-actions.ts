import type { CommandInput } from '../../../server/contract/command.ts';
import type { Client } from '../../console/client.ts';
import type { Action } from '../../ui/action.tsx';
import { download } from '../../ui/download.ts';
import type { Situation } from './situation.ts';

type FileCommand = 'create' | 'open' | 'saveAs' | 'reload' | 'overwrite' | 'restoreBackup';

type Input = CommandInput<'workspace.open'>;

const group = 'Workspace';

/** What can be done with the workspace's file: more where a window can show dialogs than in a browser. */
export function workspaceActions(situation: Situation): readonly Action[] {
  const { recent, imports, save } = situation;
  const run = (command: FileCommand, input: Input = {}) => void carryOut(situation, command, input);
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
  run: (command: FileCommand, input?: Input) => void,
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
async function carryOut(situation: Situation, command: FileCommand, input: Input): Promise<void> {
  const { client, toaster } = situation;
  const reply = await send(client, command, input);
  if (reply.ok) return;
  const { type, detail, backup } = reply.problem;
  const instead = typeof backup === 'string' ? restored : input.drop !== true && unsaved.has(type) ? dropped : null;
  if (instead === null) return toaster.fail(detail);
  toaster.offer(detail, {
    title: instead.title,
    run: () => void carryOut(situation, instead.command(command), { ...input, drop: true }),
  });
}

const restored = { title: 'Restore the last good content', command: (): FileCommand => 'restoreBackup' };
const dropped = { title: 'Drop the edits', command: (command: FileCommand) => command };

/** Why another workspace was not opened: for the sake of edits of this one. */
const unsaved: ReadonlySet<string> = new Set(['/problems/save-failed', '/problems/read-only']);

function send(client: Client, command: FileCommand, { recent, drop }: Input) {
  switch (command) {
    case 'open':
      return client.call('workspace.open', { recent, drop });
    case 'create':
      return client.call('workspace.create', { drop });
    default:
      return client.call(`workspace.${command}`, {});
  }
}
