import { app, type BaseWindow, BrowserWindow, Menu, type MenuItemConstructorOptions, shell } from 'electron';

const isMac = process.platform === 'darwin';
const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The workspaces' state and actions, for the menu. */
export interface WorkspaceMenu {
  /** Path of the open file. */
  file(): string;
  /** Paths of the recent files, the latest first. */
  recent(): readonly string[];
  run(command: 'workspace.create' | 'workspace.open' | 'workspace.saveAs' | 'workspace.reload', input?: object): void;
}

/** Installs the application menu in the form of the platform. */
export function installMenu(workspaces: WorkspaceMenu): void {
  const recent = workspaces.recent().map((path, index) => ({
    label: path,
    click: () => workspaces.run('workspace.open', { recent: index }),
  }));
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { label: '&New Workspace…', click: () => workspaces.run('workspace.create') },
        { label: '&Open…', click: () => workspaces.run('workspace.open') },
        { label: 'Open &Recent', enabled: recent.length > 0, submenu: recent },
        separator,
        { label: 'Save &As…', click: () => workspaces.run('workspace.saveAs') },
        { label: 'Reload from File', click: () => workspaces.run('workspace.reload') },
        { label: 'Show Workspace File', click: () => shell.showItemInFolder(workspaces.file()) },
        separator,
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        forwarded('Undo', 'CmdOrCtrl+Z', []),
        forwarded('Redo', 'CmdOrCtrl+Shift+Z', ['shift']),
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
        // The installed program has no developer tools: a page in them would have the console's rights.
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: isMac ? [] : [{ role: 'about' }] },
  ];
  app.setAboutPanelOptions({ applicationName: 'Mock API Console', applicationVersion: app.getVersion() });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/**
 * An item that forwards its keys to the console. Only the console knows whether they undo in the focused text field or in
 * the data.
 */
function forwarded(label: string, accelerator: string, modifiers: readonly 'shift'[]): MenuItemConstructorOptions {
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
