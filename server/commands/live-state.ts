import type { liveStateCommands } from '../contract/commands/live-state.ts';
import type { ListedChange, RecordDifference } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { differences } from '../domain/json/difference.ts';
import { formatPointer } from '../domain/json/pointer.ts';
import type { Collection } from '../domain/records/collection.ts';
import { changeValue } from '../domain/records/edit-history.ts';
import { compared, liveDiff, restorations, restore } from '../domain/records/live-diff.ts';
import { type ComparedRecord, compareStates } from '../domain/records/state-comparison.ts';
import { rowOf } from '../editing/record-row.ts';
import { describeSession } from '../feed/state-slices.ts';
import { systemClock } from '../runtime/clock.ts';
import type { Snapshot } from '../workspace/snapshots.ts';
import { type HandlerContext, type Handlers, unknownSession } from './context.ts';

/** A collection, a record of it, or everything. */
interface Reach {
  readonly collection?: string | undefined;
  readonly id?: string | undefined;
}

interface Target<In extends Collection> {
  readonly collection: In;
  readonly id: string;
}

/** Records that `state.diff` names unless told otherwise. */
const namedRecords = 1000;

/** Records on a page of `state.compare` unless told otherwise. */
const pageLength = 100;

/** The live state beside the fixtures, of all clients and of sessions; snapshots of it. */
export function liveStateHandlers({
  workspaces,
  scheduler,
  feed,
}: HandlerContext): Pick<Handlers, keyof typeof liveStateCommands> {
  const shared = () => [...workspaces.current.workspace.collections.values()];

  /** The changed records within a reach. Refused with `unknown-collection`. */
  function changedIn<In extends Collection>(
    collections: readonly In[],
    { collection: name, id }: Reach,
  ): Result<readonly Target<In>[]> {
    const known = name === undefined ? undefined : workspaces.current.workspace.collection(name);
    if (known && !known.ok) return known;
    const within = collections.filter(({ definition }) => name === undefined || definition.name === name);
    const idsOf = (collection: In) => {
      if (id === undefined) return collection.changedIds();
      return collection.isChanged(id) ? [id] : [];
    };
    return accept(within.flatMap((collection) => idsOf(collection).map((changed) => ({ collection, id: changed }))));
  }

  /** The changed records within a reach in a session. Refused with `unknown-session` too. */
  function changedInSession(name: string, reach: Reach): Result<readonly Target<Collection>[]> {
    const session = workspaces.current.sessions.find(name);
    return session ? changedIn(session.usedCollections(), reach) : refuse(unknownSession(name));
  }

  /** Resets or promotes the changed records within a reach, as one edit. */
  function settle(
    reach: Reach,
    label: string,
    change: 'reset' | 'promote',
    by: string | undefined,
  ): Result<{ readonly records: number }> {
    const changed = changedIn(shared(), reach);
    if (!changed.ok) return changed;
    const targets = changed.value;
    if (targets.length > 0) {
      const apply = () => {
        for (const { collection, id } of targets) collection[change](id);
      };
      workspaces.current.edit(label, targets, apply, by);
      for (const { collection, id } of targets) feed.markRecordDirty(collection.definition.name, id);
    }
    return accept({ records: targets.length });
  }

  /** Replaces the snapshots, as an edit that can be undone. The workspace's file does not hold them. */
  function changeSnapshots(label: string, after: ReadonlyMap<string, Snapshot>, by: string | undefined): void {
    const { snapshots, history } = workspaces.current;
    history.remember({ label, by, changes: changeValue(snapshots.all, after, (all) => snapshots.replaceAll(all)) });
  }

  const snapshotsWithout = (name: string) =>
    new Map([...workspaces.current.snapshots.all].filter(([other]) => other !== name));

  return {
    'sessions.list': () => accept({ sessions: workspaces.current.sessions.all().map(describeSession) }),

    'sessions.reset': ({ name }) => {
      const records = workspaces.current.sessions.use(name).reset();
      feed.markDirty('sessions');
      return accept({ records });
    },

    'sessions.drop': ({ name }) =>
      workspaces.current.sessions.drop(name) ? accept(null) : refuse(unknownSession(name)),

    'state.reset': ({ session, ...reach }, { console: by }) => {
      if (session === undefined) return settle(reach, 'reset of the live state', 'reset', by);
      const changed = changedInSession(session, reach);
      if (!changed.ok) return changed;
      for (const { collection, id } of changed.value) collection.reset(id);
      return accept({ records: changed.value.length });
    },

    'state.keep': (reach, { console: by }) => settle(reach, 'keep of the live state', 'promote', by),

    'state.diff': ({ session, limit = namedRecords, ...reach }) => {
      const changed = session === undefined ? changedIn(shared(), reach) : changedInSession(session, reach);
      if (!changed.ok) return changed;
      return accept({ records: changed.value.slice(0, limit).map(describeDifference), total: changed.value.length });
    },

    'state.compare': async ({ session: sessionName, snapshot: name, limit = pageLength, ...page }) => {
      const { workspace, sessions, snapshots } = workspaces.current;
      const session = sessionName === undefined ? undefined : sessions.find(sessionName);
      if (sessionName !== undefined && !session) return refuse(unknownSession(sessionName));
      const known = page.collection === undefined ? undefined : workspace.collection(page.collection);
      if (known && !known.ok) return known;
      const snapshot = name === undefined ? undefined : snapshots.all.get(name);
      if (name !== undefined && !snapshot) return refuse(unknownSnapshot(name));
      const used = snapshot ? session && [...session.collections.values()] : session?.usedCollections();
      const collections = used ?? shared();
      const comparison = await scheduler.run(
        compareStates(
          collections.map((collection) => compared(collection, snapshot?.changes)),
          { ...page, limit },
        ),
      );
      return accept({ ...comparison, records: comparison.records.map((record) => listed(record, collections)) });
    },

    'snapshots.list': () => accept({ snapshots: workspaces.current.snapshots.state }),

    'snapshots.save': ({ name, session: sessionName }, { console: by }) => {
      const { sessions, snapshots } = workspaces.current;
      const session = sessionName === undefined ? undefined : sessions.find(sessionName);
      if (sessionName !== undefined && !session) return refuse(unknownSession(sessionName));
      const changes = liveDiff(session?.usedCollections() ?? shared());
      const label = `${snapshots.all.has(name) ? 'change' : 'save'} of snapshot ${name}`;
      changeSnapshots(label, snapshotsWithout(name).set(name, { changes, saved: systemClock.now() }), by);
      return accept(null);
    },

    'snapshots.restore': ({ name, session }, { console: by }) => {
      const { current } = workspaces;
      const snapshot = current.snapshots.all.get(name);
      if (!snapshot) return refuse(unknownSnapshot(name));
      if (session !== undefined) {
        const targets = restorations([...current.sessions.use(session).collections.values()], snapshot.changes);
        for (const target of targets) restore(target);
        return accept({ records: targets.length });
      }
      const targets = restorations(shared(), snapshot.changes);
      if (targets.length > 0) {
        const apply = () => {
          for (const target of targets) restore(target);
        };
        current.edit(`restore of snapshot ${name}`, targets, apply, by);
      }
      return accept({ records: targets.length });
    },

    'snapshots.remove': ({ name }, { console: by }) => {
      if (!workspaces.current.snapshots.all.has(name)) return refuse(unknownSnapshot(name));
      changeSnapshots(`delete of snapshot ${name}`, snapshotsWithout(name), by);
      return accept(null);
    },
  };
}

function describeDifference({ collection, id }: Target<Collection>): RecordDifference {
  const row = rowOf(collection, id);
  const places = differences(row.fixture ?? undefined, row.live ?? undefined);
  return { collection: collection.definition.name, ...row, differs: Array.from(places, formatPointer) };
}

function listed(record: ComparedRecord, collections: readonly Collection[]): ListedChange {
  const collection = collections.find(({ definition }) => definition.name === record.collection);
  const [live, fixture] = [collection?.get(record.id), collection?.fixture(record.id)];
  return { ...record, live: live?.version ?? null, fixture: fixture?.version ?? null };
}

function unknownSnapshot(name: string): Problem {
  return problem('unknown-snapshot', `There is no snapshot "${name}".`);
}
