import { app, type BaseWindow, BrowserWindow, Menu, type MenuItemConstructorOptions, shell } from 'electron';

const isMac = process.platform === 'darwin';
const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Gives the program the menu that people expect on their platform. */
export function installMenu(workspaceFile: string): void {
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Show Workspace File', click: () => shell.showItemInFolder(workspaceFile) },
        separator,
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        passedOn('Undo', 'CmdOrCtrl+Z', []),
        passedOn('Redo', 'CmdOrCtrl+Shift+Z', ['shift']),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: isMac ? [] : [{ role: 'about' }] },
  ];
  app.setAboutPanelOptions({ applicationName: 'Mock API Console', applicationVersion: app.getVersion() });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/**
 * An item that gives its keys to the console, because only the console knows whether they mean the text field with the
 * focus or the data.
 */
function passedOn(label: string, accelerator: string, modifiers: readonly 'shift'[]): MenuItemConstructorOptions {
  return {
    label,
    accelerator,
    registerAccelerator: false,
    click: (_item, window: BaseWindow | undefined) => {
      if (!(window instanceof BrowserWindow)) return;
      window.webContents.sendInputEvent({
        type: 'keyDown',
        keyCode: 'z',
        modifiers: [isMac ? 'meta' : 'control', ...modifiers],
      });
    },
  };
}
