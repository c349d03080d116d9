import { accept } from './domain/result.ts';
import type { Handlers, HostParts } from './host-parts.ts';

type WorkspaceCommand = 'workspace.get' | 'settings.set' | 'server.start' | 'server.stop';

/** The workspace as a whole: its state, its file, its settings and the server that it runs. */
export function workspaceHandlers({ workspace, server, saver, feed }: HostParts): Pick<Handlers, WorkspaceCommand> {
  return {
    'workspace.get': () => accept(feed.snapshot()),

    'settings.set': async ({ settings }) => {
      const checked = workspace.checkSettings(settings);
      if (!checked.ok) return checked;
      const { port } = settings;
      if (port !== undefined && server.state.state === 'listening') {
        const moved = await server.start({ host: workspace.settings.host, port });
        if (!moved.ok) return moved;
      }
      workspace.changeSettings(settings);
      saver.save();
      feed.touch('workspace');
      return accept(null);
    },

    'server.start': () => server.start(workspace.settings),
    'server.stop': () => server.stop(),
  };
}
