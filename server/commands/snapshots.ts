import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import { liveDiff, restorations, restore } from '../domain/records/live-diff.ts';
import type { Snapshot } from '../workspace/snapshots.ts';
import { type Handlers, type HostParts, performEdit } from './context.ts';
import { unknownSession } from './sessions.ts';

type SnapshotCommand = 'snapshots.list' | 'snapshots.save' | 'snapshots.restore' | 'snapshots.remove';

/** Live states that are kept under a name, and come back when they are wanted. What is done to them can be undone. */
export function snapshotHandlers(parts: HostParts): Pick<Handlers, SnapshotCommand> {
  const { workspace, sessions, snapshots, history, feed, now } = parts;

  function change(label: string, after: ReadonlyMap<string, Snapshot>): void {
    const before = snapshots.all;
    const set = (all: ReadonlyMap<string, Snapshot>) => {
      snapshots.keep(all);
      feed.touch('snapshots');
    };
    set(after);
    history.remember({ label, undo: () => set(before), redo: () => set(after) });
    feed.touch('history');
  }

  /** All snapshots but the one of that name. */
  const without = (name: string) => new Map([...snapshots.all].filter(([other]) => other !== name));

  return {
    'snapshots.list': () => accept({ snapshots: snapshots.state }),

    'snapshots.save': ({ name, session: sessionName }) => {
      const session = sessionName === undefined ? undefined : sessions.find(sessionName);
      if (sessionName !== undefined && !session) return refuse(unknownSession(sessionName));
      const changes = liveDiff(session?.touched() ?? [...workspace.collections.values()]);
      const label = `${snapshots.all.has(name) ? 'change' : 'save'} of snapshot ${name}`;
      change(label, without(name).set(name, { changes, saved: now() }));
      return accept(null);
    },

    'snapshots.restore': ({ name, session }) => {
      const snapshot = snapshots.all.get(name);
      if (!snapshot) return refuse(unknownSnapshot(name));
      if (session !== undefined) {
        const targets = restorations([...sessions.use(session).collections.values()], snapshot.changes);
        for (const target of targets) restore(target);
        return accept({ records: targets.length });
      }
      const targets = restorations([...workspace.collections.values()], snapshot.changes);
      if (targets.length > 0) {
        performEdit(parts, `restore of snapshot ${name}`, targets, () => {
          for (const target of targets) restore(target);
        });
      }
      return accept({ records: targets.length });
    },

    'snapshots.remove': ({ name }) => {
      if (!snapshots.all.has(name)) return refuse(unknownSnapshot(name));
      change(`delete of snapshot ${name}`, without(name));
      return accept(null);
    },
  };
}

function unknownSnapshot(name: string): Problem {
  return problem('unknown-snapshot', `There is no snapshot "${name}".`);
}
