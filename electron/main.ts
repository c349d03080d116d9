/**
 * The desktop program. One process runs the host with the mock server and the workspace, and shows the console in a
 * window. The window reaches the host through the console port alone.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, session } from 'electron';
import type { Host } from '../server/host.ts';
import { ensureUserWorkspace, type FileDialogs, OwnCertificates, userDataFolder } from '../server/shell.ts';
import { openConsolePort } from './console-port.ts';
import { createFileDialogs } from './file-dialogs.ts';
import { askHowToGoOn, backupsByButton, dropEdits, openFirst } from './first-workspace.ts';
import { installMenu, type WorkspaceMenu } from './menu.ts';
import { guardContents, guardSession } from './permissions.ts';
import { declareConsoleScheme, serveConsole } from './protocol.ts';
import { finishBeforeQuit } from './quit.ts';
import { confirmQuit } from './unsaved-edits.ts';
import { openWindow, revealWindow } from './window.ts';

const sample = join(import.meta.dirname, '../assets/sample.workspace.json');

let window: BrowserWindow | null = null;

function showWindow(): void {
  if (window === null) {
    window = openWindow();
    window.on('closed', () => {
      window = null;
    });
  } else {
    revealWindow(window);
  }
}

async function start(): Promise<void> {
  const dialogs = createFileDialogs(
    join(app.getPath('userData'), 'recent.json'),
    () => window,
    () => showMenu(),
  );
  const own = await ensureUserWorkspace(sample, app.getPath('userData'));
  if (!own.ok) return giveUp(own.problem);
  const path = dialogs.recent()[0] ?? own.value.path;
  const certificates = new OwnCertificates(() => app.getPath('userData'), { writes: true });
  const host = await openFirst(path, { dialogs, certificates, offersTour: own.value.isNew, onFault: reportFault });
  if (host === null) return app.exit(2);
  const showMenu = () => installMenu(workspaceMenu(host, dialogs));
  dialogs.opened(host.file);
  finishBeforeQuit({
    save: async () => {
      const saved = await host.save();
      return saved.ok ? null : saved.problem;
    },
    confirm: async (problem) => {
      const mayQuit = await confirmQuit(problem, host);
      if (!mayQuit) showWindow();
      return mayQuit;
    },
    finish: () => host.close().catch(reportFault),
  });
  guardSession(session.defaultSession);
  serveConsole(join(import.meta.dirname, 'console'));
  openConsolePort(host);
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  showWindow();
  await listen(host);
}

/** Commands of the menu. Their errors show in a dialog, because the console did not send them. */
function workspaceMenu(host: Host, dialogs: FileDialogs): WorkspaceMenu {
  const run = async (command: string, input: object = {}) => {
    const reply = await host.call(command, input);
    if (reply.ok) return;
    const isUnsaved = ['/problems/save-failed', '/problems/read-only'].includes(reply.problem.type);
    const mayDrop = isUnsaved && command !== 'workspace.saveAs' && !('drop' in input);
    const choice = await askHowToGoOn(reply.problem, mayDrop ? [dropEdits, 'Close'] : ['Close']);
    const backup = backupsByButton(reply.problem).get(choice);
    if (backup !== undefined) await run('workspace.restoreBackup', { backup });
    if (choice === dropEdits) await run(command, { ...input, drop: true });
  };
  return {
    file: () => host.file,
    recent: dialogs.recent,
    run: (command, input) => void run(command, input).catch(reportFault),
  };
}

/** Starts the mock server. The program goes on without it: the console shows the reason and offers another port. */
async function listen(host: Host): Promise<void> {
  await host.perform('server.start', {});
  const server = host.server();
  if (server.state === 'listening') process.stdout.write(`Mock     ${server.url}\n`);
  if (server.state === 'listening' && server.https) process.stdout.write(`HTTPS    ${server.https.url}\n`);
  if (server.state === 'failed') process.stdout.write(`Mock     ${server.reason}\n`);
}

function giveUp({ title, detail }: { readonly title: string; readonly detail: string }): void {
  dialog.showErrorBox(title, detail);
  app.exit(2);
}

function reportFault(error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`A bug in the program: ${reason}\n`);
}

// The headless program uses the same folder; --user-data-dir names another.
if (!app.commandLine.hasSwitch('user-data-dir')) {
  mkdirSync(userDataFolder(), { recursive: true });
  app.setPath('userData', userDataFolder());
}
// A closed terminal must neither stop the program nor open an error dialog.
process.stdout.on('error', () => undefined);

if (app.requestSingleInstanceLock()) {
  app.enableSandbox();
  declareConsoleScheme();
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.whenReady().then(start).catch(reportFault);
} else {
  app.quit();
}
