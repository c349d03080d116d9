import { dialog } from 'electron';
import { createHost, type Host, type HostOptions } from '../server/host.ts';
import { describeBackup, type FileDialogs, restoreBackup, type WorkspaceBackup } from '../server/shell.ts';

interface FirstOptions extends Pick<HostOptions, 'onFault' | 'offersTour' | 'certificates'> {
  readonly dialogs: FileDialogs;
}

interface Problem {
  readonly title: string;
  readonly detail: string;
  readonly [member: string]: unknown;
}

/** Button that puts the last good content back. */
const restore = 'Restore the last good content';
/** Button that opens another workspace and loses edits that cannot be saved. */
export const dropEdits = 'Drop the edits';
const other = 'Open another workspace…';
const quit = 'Quit';

/**
 * Opens the first workspace. If that fails, the user chooses: the last good content of a damaged file, another workspace,
 * or to quit, which returns null.
 */
export async function openFirst(path: string, options: FirstOptions): Promise<Host | null> {
  const created = await createHost({ workspace: path, ...options });
  if (created.ok) return created.value;
  const choice = await askHowToGoOn(created.problem, [other, quit]);
  if (choice === other) return openFirst((await options.dialogs.open()) ?? path, options);
  const backup = backupsByButton(created.problem).get(choice);
  if (backup === undefined) return null;
  const restored = await restoreBackup(path, backup);
  if (restored.ok) return openFirst(path, options);
  dialog.showErrorBox(restored.problem.title, restored.problem.detail);
  return null;
}

/** The names of the backups of a damaged file, by the button that restores each. */
export function backupsByButton({ backups }: Problem): ReadonlyMap<string, string> {
  const named = Array.isArray(backups) ? (backups as readonly WorkspaceBackup[]) : [];
  return new Map(
    named.map((backup, index) => [index === 0 ? restore : `Restore ${describeBackup(backup)}`, backup.name]),
  );
}

/** Shows why a workspace cannot be opened and returns the chosen button; Escape chooses the last one. */
export async function askHowToGoOn(problem: Problem, choices: readonly string[]): Promise<string> {
  const { title, detail } = problem;
  const buttons = [...backupsByButton(problem).keys(), ...choices];
  const cancelId = buttons.length - 1;
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: title,
    detail,
    buttons,
    defaultId: 0,
    cancelId,
  });
  return buttons[response] ?? quit;
}
