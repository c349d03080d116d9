import { realpath } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { createWorkspaceFile } from '../store/create-workspace.ts';
import { emptyWorkspace } from '../store/empty-workspace.ts';
import { toBeWritten } from '../store/formats/workspace-format.ts';
import { openWorkspaceFile } from '../store/open-workspace.ts';
import { restoreBackup } from '../store/workspace-backup.ts';
import type { FileDialogs } from '../workspace/workspace-files.ts';
import type { Handlers, HostParts } from './context.ts';

type FileCommand =
  | 'workspace.create'
  | 'workspace.open'
  | 'workspace.restoreBackup'
  | 'workspace.saveAs'
  | 'workspace.overwrite'
  | 'workspace.reload';

type Opened = { readonly file: string | null };

const nothingOpened = { file: null };

/** The workspace's file: another one, the same one anew, or the same workspace in another one. */
export function fileHandlers({ workspace, file, saver, seat, dialogs }: HostParts): Pick<Handlers, FileCommand> {
  /** The file that could not be opened, though its last good content is there. */
  let damaged: string | null = null;

  /** Opens the file that is open anew. */
  async function reload(): Promise<Result<Opened>> {
    // The file is locked by this program, so it is only read here: what cannot be read leaves everything as it is.
    const trial = await seat.open(file.path);
    if (!trial.ok) return trial;
    await trial.value.saver.close();
    await saver.close();
    const opened = await seat.open(file.path);
    if (!opened.ok) return opened;
    seat.take(opened.value, 'same');
    return accept({ file: basename(file.path) });
  }

  async function switchTo(path: string): Promise<Result<Opened>> {
    if ((await realpath(path).catch(() => path)) === file.path) return reload();
    const opened = await seat.open(path);
    damaged = !opened.ok && typeof opened.problem.backup === 'string' ? path : null;
    if (!opened.ok) return opened;
    await saver.close();
    seat.take(opened.value, 'another');
    dialogs?.opened(opened.value.file.path);
    return accept({ file: basename(path) });
  }

  /** Whether another workspace may take the place of this one. */
  async function mayLeave(drop = false): Promise<Result<FileDialogs>> {
    if (!dialogs) return refuse(needsDialogs());
    const saved = drop ? accept(null) : await saver.settled();
    return saved.ok ? accept(dialogs) : saved;
  }

  return {
    'workspace.create': async ({ drop }) => {
      const leaving = await mayLeave(drop);
      if (!leaving.ok) return leaving;
      const path = await leaving.value.save('workspace.json');
      if (path === null) return accept(nothingOpened);
      const created = await createWorkspaceFile(path, toBeWritten(emptyWorkspace(parse(path).name)));
      return created.ok ? switchTo(path) : created;
    },

    'workspace.open': async ({ recent, drop }) => {
      const leaving = await mayLeave(drop);
      if (!leaving.ok) return leaving;
      const path = recent === undefined ? await leaving.value.open() : (leaving.value.recent()[recent] ?? null);
      return path === null ? accept(nothingOpened) : switchTo(path);
    },

    'workspace.restoreBackup': async () => {
      const path = damaged;
      if (path === null)
        return refuse(problem('conflict', 'No damaged workspace is waiting for its last good content.'));
      const restored = await restoreBackup(path);
      return restored.ok ? switchTo(path) : restored;
    },

    'workspace.saveAs': async () => {
      if (!dialogs) return refuse(needsDialogs());
      const path = await dialogs.save(basename(file.path));
      if (path === null) return accept(nothingOpened);
      if ((await realpath(path).catch(() => path)) === file.path) {
        const saved = await saver.overwrite();
        return saved.ok ? accept({ file: basename(path) }) : saved;
      }
      const created = await createWorkspaceFile(path, workspace.toWritten());
      if (!created.ok) return created;
      const opened = await openWorkspaceFile(path);
      if (!opened.ok) return opened;
      // What the old file does not have is in the new one.
      await saver.close();
      seat.move(opened.value.file);
      dialogs.opened(opened.value.file.path);
      return accept({ file: basename(path) });
    },

    'workspace.overwrite': () => saver.overwrite(),
    'workspace.reload': reload,
  };
}

function needsDialogs() {
  return problem(
    'needs-dialogs',
    'Files are chosen in the window of the desktop program; a browser can import and download.',
  );
}
