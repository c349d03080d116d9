/** The exports of `electron` for the program: the part of Electron that the stand-in supports. */
export { app } from './app.mjs';
export { BrowserWindow, webContents } from './browser-window.mjs';
export { dialog, nativeTheme, screen, session, shell } from './desktop.mjs';
export { ipcMain } from './ipc.mjs';
export { Menu } from './menu.mjs';
export { protocol } from './scheme.mjs';
