import type { CommandInput } from '../../../server/contract/command.ts';
import type { Client } from '../../console/client.ts';
import type { Action } from '../../ui/base/action.tsx';
import { download } from '../../ui/base/download.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

type FileCommand = 'create' | 'open' | 'saveAs' | 'reload' | 'overwrite' | 'restoreBackup';

type Input = CommandInput<'workspace.open'>;

const common = { group: 'Workspace' };

/** The actions on the workspace file; a window, which has file dialogs, has more of them than a browser. */
export function workspaceActions(inputs: ActionInputs): readonly Action[] {
  const { recent, imports, save, view, collection } = inputs;
  const run = (command: FileCommand, input: Input = {}) => void carryOut(inputs, command, input);
  return actionsOf(common, [
    ...(recent === null ? browserActions(inputs) : windowActions(recent, run)),
    {
      id: 'workspace.import',
      title: 'Import collections from a file',
      shortcut: 'Mod+I',
      run: () => imports.choose(view === 'fixtures' ? { open: collection } : {}),
    },
    {
      id: 'workspace.overwrite',
      title: save.state === 'failed' && save.changedOnDisk ? 'Overwrite the file' : 'Try to save again',
      enabled: save.state === 'failed',
      why: 'Everything is saved.',
      run: () => run('overwrite'),
    },
    {
      id: 'workspace.reload',
      title: 'Reload the workspace from its file',
      note: 'unsaved changes are lost',
      run: () => run('reload'),
    },
  ]);
}

function windowActions(
  recent: NonNullable<ActionInputs['recent']>,
  run: (command: FileCommand, input?: Input) => void,
): readonly Action[] {
  return actionsOf(common, [
    { id: 'workspace.new', title: 'New workspace', run: () => run('create') },
    { id: 'workspace.open', title: 'Open a workspace', shortcut: 'Mod+O', run: () => run('open') },
    { id: 'workspace.save-as', title: 'Save the workspace as', shortcut: 'Mod+Shift+S', run: () => run('saveAs') },
    // The first of them is the open workspace.
    ...recent.slice(1).map(({ name, folder }, index) => ({
      id: `workspace.recent-${index + 1}`,
      title: `Open ${name}`,
      note: folder,
      group: 'Recent workspaces',
      run: () => run('open', { recent: index + 1 }),
    })),
  ]);
}

function browserActions({ client, toaster, saveAs, workspaceTitle }: ActionInputs): readonly Action[] {
  const fetchFile = async () => {
    const reply = await client.call('workspace.export', {});
    if (reply.ok) download(reply.value.file, reply.value.text);
    else toaster.fail(reply.problem.detail);
  };
  const saveBeside = async () => {
    const reply = await client.call('workspace.saveAs', {});
    if (reply.ok)
      toaster.say(`Saved as ${reply.value.file}, beside ${workspaceTitle}. Start with that file next time.`);
    else toaster.offer(reply.problem.detail, { title: 'Download', run: () => void fetchFile() });
  };
  const shortcut = 'Mod+Shift+S';
  const downloading = { id: 'workspace.download', title: 'Download the workspace', run: () => void fetchFile() };
  if (saveAs === null) return actionsOf(common, [{ ...downloading, shortcut }]);
  const title = `Save as a workspace beside ${workspaceTitle}`;
  return actionsOf(common, [{ id: 'workspace.save-as', title, shortcut, run: () => void saveBeside() }, downloading]);
}

/** Runs a file command; a refusal for the sake of unsaved edits, or of a damaged file, offers the way on. */
async function carryOut(inputs: ActionInputs, command: FileCommand, input: Input): Promise<void> {
  const { client, toaster } = inputs;
  const reply = await send(client, command, input);
  if (reply.ok) return;
  const { type, detail, backup } = reply.problem;
  const instead = typeof backup === 'string' ? restored : input.drop !== true && unsaved.has(type) ? dropped : null;
  if (instead === null) return toaster.fail(detail);
  toaster.offerUntilEdit(detail, {
    title: instead.title,
    run: () => void carryOut(inputs, instead.command(command), { ...input, drop: true }),
  });
}

const restored = { title: 'Restore the last good content', command: (): FileCommand => 'restoreBackup' };
const dropped = { title: 'Discard the edits', command: (command: FileCommand) => command };

/** Problems of a workspace whose unsaved edits would be lost. */
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
