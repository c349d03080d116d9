import { accept } from '../domain/basics/result.ts';
import type { Handlers, HostParts } from './context.ts';

type WorkspaceCommand = 'workspace.get' | 'workspace.rename' | 'settings.set' | 'server.start' | 'server.stop';

/** The workspace as a whole: its state, its file, its settings and the server that it runs. */
export function workspaceHandlers(parts: HostParts): Pick<Handlers, WorkspaceCommand> {
  const { workspace, server, saver, feed, history, log, keeper } = parts;

  const start = () => server.start(workspace.settings, [workspace.settings.consolePort]);

  const listens = () => server.state.state === 'listening';

  /** What changes with settings beside what is answered. */
  function follow(): void {
    log.limit(workspace.settings.log);
    keeper.markDirty();
    feed.touch('workspace', 'log');
  }

  return {
    'workspace.get': () => accept(feed.snapshot()),

    'workspace.rename': ({ name }) => {
      const before = workspace.title;
      const call = (title: string) => () => {
        workspace.title = title;
        feed.touch('workspace');
      };
      call(name)();
      history.remember({ label: `rename of the workspace to ${name}`, undo: call(before), redo: call(name) });
      saver.save();
      feed.touch('history');
      return accept(null);
    },

    'settings.set': async ({ settings }) => {
      const checked = workspace.checkSettings(settings);
      if (!checked.ok) return checked;
      const moves = settings.port !== undefined || settings.host !== undefined;
      if (moves && listens()) {
        const moved = await server.start({ ...workspace.settings, ...settings }, [checked.value.consolePort]);
        if (!moved.ok) return moved;
      }
      const { undo, redo } = workspace.changeSettings(settings);
      const following = (way: () => void) => () => {
        way();
        follow();
        // A server that cannot move back stays where it is.
        if (moves && listens()) void start();
      };
      history.remember({ label: labelOf(settings), undo: following(undo), redo: following(redo) });
      follow();
      saver.save();
      feed.touch('history');
      return accept(null);
    },

    'server.start': start,
    'server.stop': () => server.stop(),
  };
}

/** Such as "change of max page size". */
function labelOf(settings: object): string {
  const names = Object.keys(settings).map((name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  return `change of ${names.length > 3 ? 'the settings' : names.join(', ')}`;
}
