import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { consoleUrl } from './console-page.ts';
import { isReachable, readWindowState, writeWindowState } from './window-state.ts';

/** Opens the console where it was last closed and shows it after its first paint. */
export function openWindow(): BrowserWindow {
  const stateFile = join(app.getPath('userData'), 'window.json');
  const state = readWindowState(stateFile);
  const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...(state !== null && isReachable(state.bounds, workAreas) ? state.bounds : { width: 1280, height: 800 }),
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Mock API Console',
    // Of the taskbar on Linux and Windows; macOS shows that of the application.
    icon: join(import.meta.dirname, '../assets/icon.png'),
    // The page's own background, until its first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#15171b' : '#ffffff',
    webPreferences: {
      preload: join(import.meta.dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  if (state?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () =>
    writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  window.loadURL(consoleUrl).catch((error: unknown) => {
    if (!window.isDestroyed()) throw error;
  });
  return window;
}

/** Brings the window to the front, also when it is minimized or hidden. */
export function revealWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
