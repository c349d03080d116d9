/** A desktop for the program: one screen, a light theme, and dialogs that are always cancelled. */
import { EventEmitter } from 'node:events';

export const workArea = { x: 0, y: 0, width: 1920, height: 1080 };

export const screen = {
  getAllDisplays: () => [{ id: 1, bounds: workArea, workArea, scaleFactor: 1 }],
};

export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });

export const dialog = {
  /** @param {string} title @param {string} content */
  showErrorBox: (title, content) => void process.stderr.write(`${title}\n${content}\n`),
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  /** Cancels. @param {{ cancelId?: number }} options */
  showMessageBox: async ({ cancelId = 0 }) => ({ response: cancelId, checkboxChecked: false }),
};

/** Does nothing. Tests replace these functions. */
export const shell = {
  openExternal: async () => {},
  showItemInFolder() {},
};

/** Ignores the handlers: a headless Chromium denies every permission and download by itself. */
export const session = {
  defaultSession: {
    setPermissionCheckHandler() {},
    setPermissionRequestHandler() {},
    setDevicePermissionHandler() {},
    on() {},
  },
};
