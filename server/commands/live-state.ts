import type { liveStateCommands } from '../contract/commands/live-state.ts';
import type { RecordDifference, Settled } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import { differences } from '../domain/json/difference.ts';
import { formatPointer } from '../domain/json/pointer.ts';
import type { Collection } from '../domain/records/collection.ts';
import type { Edit } from '../domain/records/edit-history.ts';
import { RecordEdit } from '../domain/records/record-edit.ts';
import {
  compared,
  compareStates,
  liveDiff,
  type Restoration,
  restorations,
} from '../domain/records/state-comparison.ts';
import type { RequestKeys } from '../domain/session/idempotency-keys.ts';
import { changeInSession, keepFromSession } from '../domain/session/session-edit.ts';
import { unknownSession } from '../domain/session/session-name.ts';
import { editConflict } from '../editing/edit-conflict.ts';
import { listedInSession, listedShared } from '../editing/listed-changes.ts';
import { rowOf } from '../editing/record-row.ts';
import {
  listedTargets,
  type Reach,
  restoreShared,
  settleRecords,
  type Target,
  targetsIn,
} from '../editing/settle-live-state.ts';
import { describeSession } from '../feed/state-slices.ts';
import { systemClock } from '../runtime/clock.ts';
import type { Snapshot, SnapshotsByName } from '../store/snapshots-file.ts';
import { proposeSnapshots } from '../workspace/open-workspace.ts';
import { sizeOf } from '../workspace/snapshots.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** Records that `state.diff` names unless told otherwise. */
const namedRecords = 1000;

/** Records on a page of `state.compare` unless told otherwise. */
const pageLength = 100;

/** The live state beside the fixtures, of all clients and of sessions; snapshots of it. */
export function liveStateHandlers({
  workspaces,
  scheduler,
  jobs,
  timeMachine,
  feed,
}: HandlerContext): Pick<Handlers, keyof typeof liveStateCommands> {
  const shared = () => [...workspaces.current.workspace.collections.values()];

  /** The collections of the shared live state, or those that a session uses. Refused with `unknown-session`. */
  function collectionsOf(session: string | undefined): Result<readonly Collection[]> {
    if (session === undefined) return accept(shared());
    const found = workspaces.current.sessions.find(session);
    return found ? accept(found.usedCollections()) : refuse(unknownSession(session));
  }

  /** The idempotency keys that a reset of everything forgets: their responses name records that are gone. */
  function keysOf(session: string | undefined): RequestKeys | undefined {
    const { workspace, sessions } = workspaces.current;
    return (session === undefined ? workspace : sessions.find(session))?.idempotencyKeys;
  }

  /** Resets or keeps records of the shared live state. */
  async function settleShared(
    reach: Reach,
    change: 'reset' | 'promote',
    by: string | undefined,
  ): Promise<Result<Settled>> {
    const { current } = workspaces;
    return settleRecords(current, jobs, () => targetsIn(current, shared(), reach), {
      label: (which) => `${change === 'reset' ? 'reset' : 'keep'} of ${which}`,
      by,
      isRemembered: true,
      apply: ({ collection, id }) => {
        const finished = RecordEdit.watch(collection, id);
        collection[change](id);
        return finished();
      },
    });
  }

  /** Resets or keeps records of a session. Test code resets sessions all the time, so only a console's reset is remembered. */
  async function settleSession(
    name: string,
    reach: Reach,
    change: 'reset' | 'keep',
    by: string | undefined,
  ): Promise<Result<Settled>> {
    const { current } = workspaces;
    const collections = collectionsOf(name);
    if (!collections.ok) return collections;
    return settleRecords(current, jobs, () => targetsIn(current, collections.value, reach), {
      label: (which) => `${change} of ${which} in session ${name}`,
      by,
      isRemembered: change === 'keep' || by !== undefined,
      apply: ({ collection, id }) => {
        if (change === 'reset') return changeInSession(collection, id, collection.fixture(id)?.value);
        const below = current.workspace.collections.get(collection.definition.name);
        return below && keepFromSession(collection, below, id);
      },
    });
  }

  /**
   * Replaces the snapshots, as an edit that can be undone, once they are on disk; with null, nothing changes. Refused with
   * `save-failed`; the snapshots are then as before. The workspace's file does not hold them.
   */
  async function changeSnapshots(
    by: string | undefined,
    make: (all: SnapshotsByName) => Result<{ readonly label: string; readonly after: SnapshotsByName } | null>,
    proposal = workspaces.current.proposal,
  ): Promise<Result<null>> {
    const { snapshots, history } = workspaces.current;
    if (proposal) {
      const made = make(snapshots.all);
      if (!made.ok || !made.value) return made.ok ? accept(null) : made;
      const { label, after } = made.value;
      proposeSnapshots(proposal, snapshots.all, after);
      proposal.remember({ label, by });
      return accept(null);
    }
    let edit: Edit | undefined;
    const changed = await snapshots.change((before) => {
      const made = make(before);
      if (!made.ok) return made;
      if (!made.value) return accept(before);
      const { label, after } = made.value;
      const set = (all: SnapshotsByName) => snapshots.replaceAll(all);
      edit = { label, by, changes: [{ undo: () => set(before), redo: () => set(after) }] };
      return accept(after);
    });
    if (changed.ok && edit) history.remember(edit);
    return changed;
  }

  return {
    'sessions.list': () => accept({ sessions: workspaces.current.sessions.all().map(describeSession) }),

    'sessions.reset': async ({ name }, { console: by }) => {
      const { runs, idempotencyKeys } = workspaces.current.sessions.use(name);
      const settled = await settleSession(name, {}, 'reset', by);
      if (settled.ok) runs.activate(runs.active);
      if (settled.ok) idempotencyKeys.clear();
      feed.markDirty('sessions');
      return settled;
    },

    'sessions.requirePrecondition': ({ name, required }) => {
      workspaces.current.sessions.use(name).requirePrecondition = required;
      return accept(null);
    },

    'sessions.drop': ({ name }) =>
      workspaces.current.sessions.drop(name) ? accept(null) : refuse(unknownSession(name)),

    'state.reset': ({ session, ...reach }, { console: by }) => {
      if (Object.keys(reach).length === 0) keysOf(session)?.clear();
      return session === undefined ? settleShared(reach, 'reset', by) : settleSession(session, reach, 'reset', by);
    },

    'state.keep': ({ session, ...reach }, { console: by }) =>
      session === undefined ? settleShared(reach, 'promote', by) : settleSession(session, reach, 'keep', by),

    'state.diff': async ({ session, limit = namedRecords, ...reach }) => {
      const collections = collectionsOf(session);
      if (!collections.ok) return collections;
      const changed = await scheduler.run(targetsIn(workspaces.current, collections.value, reach));
      if (!changed.ok) return changed;
      return accept({ records: changed.value.slice(0, limit).map(describeDifference), total: changed.value.length });
    },

    'state.compare': async ({ session: sessionName, snapshot: name, moment: number, limit = pageLength, ...page }) => {
      const { workspace, sessions, snapshots } = workspaces.current;
      const session = sessionName === undefined ? undefined : sessions.find(sessionName);
      if (sessionName !== undefined && !session) return refuse(unknownSession(sessionName));
      const known = page.collection === undefined ? undefined : workspace.collection(page.collection);
      if (known && !known.ok) return known;
      const snapshot = name === undefined ? undefined : snapshots.all.get(name);
      if (name !== undefined && !snapshot) return refuse(unknownSnapshot(name));
      const moment = number === undefined ? undefined : await scheduler.run(timeMachine.moment(number));
      if (moment && !moment.ok) return moment;
      const earlier = moment
        ? await scheduler.run(liveDiff([...moment.value.collections.values()]))
        : snapshot?.changes;
      const used = snapshot ? session && [...session.collections.values()] : session?.usedCollections();
      const collections = used ?? shared();
      const comparison = await scheduler.run(
        compareStates(
          collections.map((collection) => compared(collection, earlier)),
          { ...page, limit },
        ),
      );
      const records = session
        ? listedInSession(comparison.records, collections)
        : await scheduler.run(listedShared(comparison.records, workspace.collections, timeMachine.timeline));
      return accept({ ...comparison, records });
    },

    'snapshots.list': () => accept({ snapshots: workspaces.current.snapshots.state }),

    'snapshots.save': async ({ name, session, base }, { console: by }) => {
      const collections = collectionsOf(session);
      if (!collections.ok) return collections;
      const { snapshots, proposal } = workspaces.current;
      const changes = await scheduler.run(liveDiff(collections.value));
      const saved = systemClock.now();
      const size = await scheduler.run(sizeOf(changes));
      const add = (all: SnapshotsByName) => {
        const theirs = all.get(name)?.saved ?? base ?? null;
        if (base !== undefined && theirs !== base) return refuse(editConflict(`snapshot "${name}"`, theirs, base));
        const room = snapshots.checkRoom(name, size);
        if (!room.ok) return room;
        const label = `${all.has(name) ? 'change' : 'save'} of snapshot ${name}`;
        return accept({ label, after: snapshots.without(name).set(name, { changes, saved, size }) });
      };
      return changeSnapshots(by, add, proposal);
    },

    'snapshots.rename': ({ name, to }, { console: by }) =>
      changeSnapshots(by, (all) => {
        if (!all.has(name)) return refuse(unknownSnapshot(name));
        if (name === to) return accept(null);
        if (all.has(to)) return refuse(problem('conflict', `There is a snapshot "${to}" already.`));
        const renamed = Array.from(all, ([other, snapshot]) => [other === name ? to : other, snapshot] as const);
        return accept({ label: `rename of snapshot ${name} to ${to}`, after: new Map(renamed) });
      }),

    'snapshots.restore': async ({ name, session, records }, { console: by }) => {
      const { current } = workspaces;
      const snapshot = current.snapshots.all.get(name);
      if (!snapshot) return refuse(unknownSnapshot(name));
      const label = (which: string) =>
        records ? `restore of ${which} from snapshot ${name}` : `restore of snapshot ${name}`;
      if (session !== undefined) {
        // Refused before the session begins: what can be restored is the same in every live state.
        const known = () => snapshotTargets(shared(), snapshot, records);
        const own = () => [...current.sessions.use(session).collections.values()];
        return settleRecords(
          current,
          jobs,
          () => afterCheck(known(), () => snapshotTargets(own(), snapshot, records)),
          {
            label,
            by,
            isRemembered: by !== undefined,
            apply: ({ collection, id, live }) => changeInSession(collection, id, live),
          },
        );
      }
      return settleRecords(current, jobs, () => snapshotTargets(shared(), snapshot, records), {
        label,
        by,
        isRemembered: true,
        apply: restoreShared,
      });
    },

    'snapshots.remove': ({ name }, { console: by }) =>
      changeSnapshots(by, (all) => {
        if (!all.has(name)) return refuse(unknownSnapshot(name));
        return accept({ label: `delete of snapshot ${name}`, after: workspaces.current.snapshots.without(name) });
      }),
  };
}

/** The result of work that begins unless a check refuses. */
function* afterCheck<T>(check: Work<Result<unknown>>, work: () => Work<Result<T>>): Work<Result<T>> {
  const checked = yield* check;
  return checked.ok ? yield* work() : checked;
}

/** The records in which a live state differs from a snapshot, or the listed ones among them. */
function* snapshotTargets<In extends Collection>(
  collections: readonly In[],
  { changes }: Snapshot,
  records: Reach['records'],
): Work<Result<readonly (Restoration<In> & Target<In>)[]>> {
  const all = yield* restorations(collections, changes);
  if (!records) return accept(all);
  const listed = listedTargets(collections, records);
  if (!listed.ok) return listed;
  const keyOf = ({ collection, id }: Target<In>) => JSON.stringify([collection.definition.name, id]);
  const byKey = new Map(listed.value.map((target) => [keyOf(target), target]));
  return accept(all.filter((one) => byKey.has(keyOf(one))).map((one) => ({ ...byKey.get(keyOf(one)), ...one })));
}

function describeDifference({ collection, id }: Target<Collection>): RecordDifference {
  const row = rowOf(collection, id);
  const places = differences(row.fixture ?? undefined, row.live ?? undefined);
  return { collection: collection.definition.name, ...row, differs: Array.from(places, formatPointer) };
}

function unknownSnapshot(name: string): Problem {
  return problem('unknown-snapshot', `There is no snapshot "${name}".`);
}
