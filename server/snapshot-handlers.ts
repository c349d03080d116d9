import { type Problem, problem } from './domain/problem.ts';
import { liveChanges, restorations, restore } from './domain/records/live-changes.ts';
import { accept, refuse } from './domain/result.ts';
import { type Handlers, type HostParts, performEdit } from './host-parts.ts';
import { unknownSession } from './session-handlers.ts';

type SnapshotCommand = 'snapshots.list' | 'snapshots.save' | 'snapshots.restore' | 'snapshots.remove';

/** Live states that are kept under a name, and come back when they are wanted. */
export function snapshotHandlers(parts: HostParts): Pick<Handlers, SnapshotCommand> {
  const { workspace, sessions, snapshots, feed } = parts;

  return {
    'snapshots.list': () => accept({ snapshots: snapshots.state }),

    'snapshots.save': ({ name, session: sessionName }) => {
      if (sessionName === undefined) {
        snapshots.save(name, liveChanges([...workspace.collections.values()]));
        return accept(null);
      }
      const session = sessions.find(sessionName);
      if (!session) return refuse(unknownSession(sessionName));
      snapshots.save(name, liveChanges(session.touched()));
      return accept(null);
    },

    'snapshots.restore': ({ name, session }) => {
      const changes = snapshots.find(name);
      if (!changes) return refuse(unknownSnapshot(name));
      if (session !== undefined) {
        const targets = restorations([...sessions.use(session).collections.values()], changes);
        for (const target of targets) restore(target);
        return accept({ records: targets.length });
      }
      const targets = restorations([...workspace.collections.values()], changes);
      if (targets.length > 0) {
        performEdit(parts, `restore of snapshot ${name}`, targets, () => {
          for (const target of targets) restore(target);
        });
      }
      for (const { collection, id } of targets) feed.touchRecord(collection.definition.name, id);
      return accept({ records: targets.length });
    },

    'snapshots.remove': ({ name }) => (snapshots.remove(name) ? accept(null) : refuse(unknownSnapshot(name))),
  };
}

function unknownSnapshot(name: string): Problem {
  return problem('unknown-snapshot', `There is no snapshot "${name}".`);
}
