import type { RecordDifference } from '../contract/schema/output.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import { differences } from '../domain/json/difference.ts';
import { formatPointer } from '../domain/json/pointer.ts';
import type { Collection } from '../domain/records/collection.ts';
import { rowOf } from '../editing/record-row.ts';
import { announceSwitch, type Handlers, type HostParts, performEdit } from './context.ts';
import { unknownSession } from './sessions.ts';

type StateCommand =
  | 'state.reset'
  | 'state.keep'
  | 'state.diff'
  | 'history.undo'
  | 'history.redo'
  | 'history.list'
  | 'history.goTo'
  | 'scenario.activate';

interface Reach {
  readonly collection?: string | undefined;
  readonly id?: string | undefined;
}

interface Target<In extends Collection> {
  readonly collection: In;
  readonly id: string;
}

/** Records that are named in an answer where it does not say how many. */
const namedRecords = 1000;

/** What moves live state and fixtures toward each other, back and forth in the history, or lays a scenario over both. */
export function stateHandlers(parts: HostParts): Pick<Handlers, StateCommand> {
  const { workspace, sessions, history, scheduler, saver, feed } = parts;

  /** The changed records of a reach: all of the collections that are meant, those of one, or one record. */
  function changedIn<In extends Collection>(
    collections: readonly In[],
    { collection: name, id }: Reach,
  ): Result<readonly Target<In>[]> {
    const known = name === undefined ? undefined : workspace.collection(name);
    if (known && !known.ok) return known;
    const meant = collections.filter(({ definition }) => name === undefined || definition.name === name);
    const idsOf = (collection: In) => {
      if (id === undefined) return collection.changedIds();
      return collection.isChanged(id) ? [id] : [];
    };
    return accept(meant.flatMap((collection) => idsOf(collection).map((changed) => ({ collection, id: changed }))));
  }

  const shared = () => [...workspace.collections.values()];

  /** The changed records of a reach in a session. */
  function changedInSession(name: string, reach: Reach): Result<readonly Target<Collection>[]> {
    const session = sessions.find(name);
    return session ? changedIn(session.touched(), reach) : refuse(unknownSession(name));
  }

  function settle<In extends Collection>(
    targets: Result<readonly Target<In>[]>,
    carryOut: (targets: readonly Target<In>[]) => void,
  ) {
    if (!targets.ok) return targets;
    if (targets.value.length > 0) carryOut(targets.value);
    return accept({ records: targets.value.length });
  }

  function editShared(reach: Reach, label: string, step: 'reset' | 'promote') {
    return settle(changedIn(shared(), reach), (targets) => {
      performEdit(parts, label, targets, () => {
        for (const { collection, id } of targets) collection[step](id);
      });
      for (const { collection, id } of targets) feed.touchRecord(collection.definition.name, id);
    });
  }

  /** The way through the history that is being gone: the next one begins at its end. */
  let travelling: Promise<unknown> = Promise.resolve();

  async function travel<T>(way: () => Work<T>): Promise<T> {
    const journey = travelling.then(() => scheduler.run(way()));
    travelling = journey.catch(() => {});
    const arrived = await journey;
    if (arrived) saver.save();
    feed.touch('history');
    return arrived;
  }

  return {
    'state.reset': ({ session, ...reach }) => {
      if (session === undefined) return editShared(reach, 'reset of the live state', 'reset');
      return settle(changedInSession(session, reach), (targets) => {
        for (const { collection, id } of targets) collection.reset(id);
      });
    },

    'state.keep': (reach) => editShared(reach, 'keep of the live state', 'promote'),

    'state.diff': ({ session, limit = namedRecords, ...reach }) => {
      const targets = session === undefined ? changedIn(shared(), reach) : changedInSession(session, reach);
      if (!targets.ok) return targets;
      return accept({ records: targets.value.slice(0, limit).map(describe), total: targets.value.length });
    },

    'history.undo': async () => accept({ label: await travel(() => history.undo()) }),
    'history.redo': async () => accept({ label: await travel(() => history.redo()) }),
    'history.list': () => accept({ entries: history.entries() }),

    'history.goTo': async ({ id }) => {
      const steps = await travel(() => history.goTo(id));
      if (steps === null) return refuse(problem('conflict', 'The history does not have this edit any more.'));
      return accept({ steps });
    },

    'scenario.activate': ({ name, session }) => {
      if (session !== undefined) {
        feed.touch('sessions');
        return workspace.activate(name, sessions.use(session).runs);
      }
      const activated = workspace.activate(name);
      if (activated.ok) announceSwitch(parts);
      return activated;
    },
  };
}

function describe({ collection, id }: Target<Collection>): RecordDifference {
  const row = rowOf(collection, id);
  const places = differences(row.fixture ?? undefined, row.live ?? undefined);
  return { collection: collection.definition.name, ...row, differs: Array.from(places, formatPointer) };
}
