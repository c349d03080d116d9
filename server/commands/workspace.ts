import { basename, parse } from 'node:path';
import type { Caller } from '../contract/caller.ts';
import type { workspaceCommands } from '../contract/commands/workspace.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { JsonObject } from '../domain/json/json.ts';
import { patchCollides } from '../domain/json/three-way.ts';
import { changeValue } from '../domain/records/edit-history.ts';
import type { Consent, HistoryEntry } from '../domain/records/edit-step.ts';
import { editConflict } from '../editing/edit-conflict.ts';
import { fileName } from '../export/file-name.ts';
import { fileSource } from '../import/import-source.ts';
import { createWorkspaceFile } from '../store/create-workspace.ts';
import { emptyWorkspace } from '../store/empty-workspace.ts';
import { toBeWritten } from '../store/formats/workspace-format.ts';
import { reachOf } from '../tls/reach.ts';
import type { FileDialogs } from '../workspace/workspace-files.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** The settings that name the addresses of the mock. */
const addressSettings = ['port', 'host', 'https', 'httpsPort'] as const;

/** The workspace as a whole: its file, its settings, its server, imports into it, and its history. */
export function workspaceHandlers(context: HandlerContext): Pick<Handlers, keyof typeof workspaceCommands> {
  const { workspaces, scheduler, server, feed, log, persistence, jobs, imports, dialogs } = context;

  const start = () => {
    const { settings } = workspaces.current.workspace;
    return server.start(settings, [settings.consolePort]);
  };

  const listens = () => server.state.state === 'listening';

  /** Applies the settings that hold for more than responses. */
  function applySettings(): void {
    log.limit(workspaces.current.workspace.settings.log);
    void server.renew(workspaces.current.workspace.settings.allowedHosts);
    persistence.markDirty();
    feed.markDirty('workspace', 'log');
  }

  /** The dialogs that choose another workspace; refused while edits cannot be saved, unless they are to be dropped. */
  async function mayLeave(drop = false): Promise<Result<FileDialogs>> {
    if (!dialogs) return refuse(needsDialogs());
    const saved = drop ? accept(null) : await workspaces.current.saver.settled();
    return saved.ok ? accept(dialogs) : saved;
  }

  /** The file's name after a change of the current workspace, which becomes the most recent one. */
  function opened(changed: Result<null>): Result<{ readonly file: string }> {
    if (!changed.ok) return changed;
    const { path } = workspaces.current.file;
    dialogs?.opened(path);
    return accept({ file: basename(path) });
  }

  return {
    'workspace.get': () => accept(feed.snapshot()),

    'workspace.export': async () => {
      const { workspace, saver } = workspaces.current;
      const file = fileName(workspace.title, 'json');
      return accept({ file, text: await scheduler.run(saver.text()) });
    },

    'workspace.create': async ({ drop }) => {
      const leaving = await mayLeave(drop);
      if (!leaving.ok) return leaving;
      const path = await leaving.value.save('workspace.json');
      if (path === null) return accept({ file: null });
      const created = await createWorkspaceFile(path, toBeWritten(emptyWorkspace(parse(path).name)));
      return created.ok ? opened(await workspaces.replace(path)) : created;
    },

    'workspace.open': async ({ recent, drop }) => {
      const leaving = await mayLeave(drop);
      if (!leaving.ok) return leaving;
      const path = recent === undefined ? await leaving.value.open() : (leaving.value.recent()[recent] ?? null);
      return path === null ? accept({ file: null }) : opened(await workspaces.replace(path));
    },

    'workspace.backups': async () => accept({ backups: await workspaces.backups() }),
    'workspace.restoreBackup': async ({ backup }) => opened(await workspaces.restoreBackup(backup)),

    'workspace.saveAs': async () => {
      const { file } = workspaces.current;
      if (!dialogs) return file.mode === 'import' ? opened(await workspaces.moveBeside()) : refuse(needsDialogs());
      const path = await dialogs.save(basename(file.path));
      return path === null ? accept({ file: null }) : opened(await workspaces.moveTo(path));
    },

    'workspace.overwrite': () => workspaces.current.saver.overwrite(),

    'workspace.reload': async () => {
      const reloaded = await workspaces.reload();
      return reloaded.ok ? accept({ file: basename(workspaces.current.file.path) }) : reloaded;
    },

    'import.preview': (input, { console: by }) => imports.preview(fileSource(input), by),
    'import.rows': (input) => imports.rows(input),
    'import.apply': (input, { console: by }) => imports.apply(input, by),

    'jobs.cancel': async ({ kind }, { console: by }) => {
      const owner = by === undefined ? undefined : { by };
      if (kind === 'import') imports.forget(owner);
      await jobs.cancel(kind, owner);
      return accept(null);
    },

    'workspace.rename': ({ name, base }, { console: by }) => {
      const { current } = workspaces;
      const before = current.workspace.title;
      if (base !== undefined && base !== before && name !== before) {
        return refuse(editConflict('name of the workspace', before));
      }
      const changes = changeValue(before, name, (title) => current.replacePart('title', title));
      current.remember({ label: `rename of the workspace to ${name}`, by, changes });
      return accept(null);
    },

    'settings.set': async ({ settings, base }, { console: by }) => {
      const { current } = workspaces;
      const { workspace } = current;
      const now = workspace.settings as unknown as JsonObject;
      if (base && patchCollides(settings as JsonObject, base, now)) {
        const theirs = Object.fromEntries(Object.entries(now).filter(([name]) => name in settings));
        return refuse(editConflict(`value of ${settingsPhrase(settings)}`, theirs));
      }
      const checked = workspace.checkSettings(settings);
      if (!checked.ok) return checked;
      const label = settingsLabel(settings);
      if (current.proposal) {
        current.replacePart('settings', { ...current.parts.get('settings'), ...settings });
        current.proposal.remember({ label, by });
        return accept(null);
      }
      const moves = addressSettings.some((name) => settings[name] !== undefined);
      if (moves && listens()) {
        const moved = await server.start({ ...workspace.settings, ...settings }, [checked.value.consolePort]);
        if (!moved.ok) return moved;
      }
      const changes = workspace.changeSettings(settings, () => {
        applySettings();
        // The server has moved already unless this is an undo or redo. If it cannot move then, it stays where it is.
        if (moves && listens()) void start();
      });
      current.remember({ label, by, changes });
      return accept(null);
    },

    'server.start': start,
    'server.reach': async () => {
      await server.renew();
      return accept(reachOf(server.state, workspaces.current.workspace.settings.host, server.identity));
    },
    'server.stop': () => server.stop(),

    'history.undo': async ({ edit }, caller) => {
      const undone = await workspaces.current.history.undo(consentOf(caller, edit));
      await workspaces.current.snapshots.settled();
      return undone.ok ? accept({ label: undone.value }) : refuse(editsOfOthers(undone.problem));
    },

    'history.redo': async ({ edit }, caller) => {
      const redone = await workspaces.current.history.redo(consentOf(caller, edit));
      await workspaces.current.snapshots.settled();
      return redone.ok ? accept({ label: redone.value }) : refuse(editsOfOthers(redone.problem));
    },

    'history.list': () => accept({ entries: workspaces.current.history.entries() }),

    'history.goTo': async ({ id, others = false }, caller) => {
      const consent = consentOf(caller);
      const moved = await workspaces.current.history.goTo(id, (edit) => others || consent(edit));
      await workspaces.current.snapshots.settled();
      if (!moved.ok) return refuse(editsOfOthers(moved.problem));
      const { value: steps } = moved;
      if (steps === null) return refuse(problem('conflict', 'The history does not have this edit any more.'));
      return accept({ steps });
    },
  };
}

/** A label such as "change of max page size". */
function settingsLabel(settings: object): string {
  return `change of ${settingsPhrase(settings)}`;
}

/** The settings in words, such as "max page size". */
function settingsPhrase(settings: object): string {
  const names = Object.keys(settings).map((name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  return names.length > 3 ? 'the settings' : names.join(', ');
}

/** The edits that a caller may undo or redo: the one that it names, else its own; without an id, any. */
function consentOf({ console: own }: Caller, edit?: number): Consent {
  if (edit !== undefined) return ({ id }) => id === edit;
  return ({ by }) => own === undefined || by === own;
}

function editsOfOthers(edits: readonly HistoryEntry[]): Problem {
  const [last] = edits;
  const which = edits.length === 1 ? `The edit "${last?.label}" was` : `${edits.length} edits were`;
  return problem('edit-conflict', `${which} made in another window.`, {
    edits: edits.map(({ id, label, by }) => ({ id, label, by })),
  });
}

function needsDialogs() {
  return problem(
    'needs-dialogs',
    'Files are chosen in the window of the desktop program; a browser can import and download.',
  );
}
