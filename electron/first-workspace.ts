import { dialog } from 'electron';
import { createHost, type FileDialogs, type Host, type HostOptions, restoreBackup } from '../server/host.ts';

interface FirstOptions extends Pick<HostOptions, 'onFault' | 'isFirstRun'> {
  readonly dialogs: FileDialogs;
}

interface Problem {
  readonly title: string;
  readonly detail: string;
  readonly [member: string]: unknown;
}

/** The answer that puts the last good content back. */
export const restore = 'Restore the last good content';
/** The answer that opens another workspace although edits of this one cannot be saved. */
export const dropEdits = 'Drop the edits';
const other = 'Open another workspace…';
const quit = 'Quit';

/**
 * Opens the workspace to begin with. Where that cannot be, the person chooses: the last good content of a damaged file,
 * another workspace, or none, for which null is given.
 */
export async function openFirst(path: string, options: FirstOptions): Promise<Host | null> {
  const created = await createHost({ workspace: path, ...options });
  if (created.ok) return created.value;
  switch (await askWhatToDo(created.problem, [other, quit])) {
    case restore: {
      const restored = await restoreBackup(path);
      if (restored.ok) return openFirst(path, options);
      dialog.showErrorBox(restored.problem.title, restored.problem.detail);
      return null;
    }
    case other:
      return openFirst((await options.dialogs.open()) ?? path, options);
    default:
      return null;
  }
}

/** Says why a workspace cannot be opened; gives what the person chose of the answers, the last of which is to leave it. */
export async function askWhatToDo(problem: Problem, answers: readonly string[]): Promise<string> {
  const { title, detail, backup } = problem;
  const buttons = [...(typeof backup === 'string' ? [restore] : []), ...answers];
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
