import { type BaseWindow, dialog } from 'electron';
import { type FileDialogs, readRecent, withRecent, writeRecent } from '../server/shell.ts';

const filters = [
  { name: 'Workspaces', extensions: ['json'] },
  { name: 'All files', extensions: ['*'] },
];

/**
 * The file dialogs and the list of recent workspaces. Paths stay in this process: the console names a recent file by its
 * index. `changed` runs after every change of the list.
 */
export function createFileDialogs(listFile: string, window: () => BaseWindow | null, changed: () => void): FileDialogs {
  let recent = readRecent(listFile);
  return {
    open: async () => {
      const parent = window();
      const options = { filters, properties: ['openFile' as const] };
      const { filePaths } = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
      return filePaths[0] ?? null;
    },
    save: async (name) => {
      const parent = window();
      const options = { filters, defaultPath: name };
      const { canceled, filePath } = await (parent
        ? dialog.showSaveDialog(parent, options)
        : dialog.showSaveDialog(options));
      return canceled || filePath === '' ? null : filePath;
    },
    recent: () => recent,
    opened: (path) => {
      recent = withRecent(recent, path);
      writeRecent(listFile, recent);
      changed();
    },
  };
}
