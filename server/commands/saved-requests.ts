import { problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import type { SavedRequest } from '../domain/workspace/workspace.ts';
import type { Handlers, HostParts } from './context.ts';

type SavedCommand = 'saved.put' | 'saved.remove' | 'saved.rename';

/** Requests that the workspace keeps; what is done to them can be undone. */
export function savedHandlers({ workspace, history, saver, feed }: HostParts): Pick<Handlers, SavedCommand> {
  function change(label: string, after: readonly SavedRequest[]): void {
    const before = workspace.requests;
    const set = (requests: readonly SavedRequest[]) => {
      workspace.keepRequests(requests);
      feed.touch('saved');
    };
    set(after);
    history.remember({ label, undo: () => set(before), redo: () => set(after) });
    saver.save();
    feed.touch('history');
  }

  const has = (wanted: string) => workspace.requests.some(({ name }) => name === wanted);

  return {
    'saved.put': ({ request }) => {
      const { name } = request;
      const known = has(name);
      const others = workspace.requests;
      const after = known ? others.map((one) => (one.name === name ? request : one)) : [...others, request];
      change(known ? `change of request ${name}` : `new request ${name}`, after);
      return accept(null);
    },

    'saved.remove': ({ name }) => {
      if (!has(name)) return refuse(unknown(name));
      change(
        `delete of request ${name}`,
        workspace.requests.filter((one) => one.name !== name),
      );
      return accept(null);
    },

    'saved.rename': ({ name, to }) => {
      if (!has(name)) return refuse(unknown(name));
      if (name === to) return accept(null);
      if (has(to)) return refuse(problem('conflict', `There is a request "${to}" already.`, { name: to }));
      change(
        `new name for request ${name}`,
        workspace.requests.map((one) => (one.name === name ? { ...one, name: to } : one)),
      );
      return accept(null);
    },
  };
}

function unknown(name: string) {
  return problem('unknown-request', `The workspace has no request "${name}".`);
}
