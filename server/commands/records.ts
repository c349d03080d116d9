import type { recordCommands } from '../contract/commands/records.ts';
import type { RecordRow } from '../contract/schema/state.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { isJsonObject, type JsonObject, jsonEqual } from '../domain/json/json.ts';
import { mergePatch } from '../domain/json/merge-patch.ts';
import { formatPointer } from '../domain/json/pointer.ts';
import { patchCollides } from '../domain/json/three-way.ts';
import { withKey } from '../domain/records/assign-key.ts';
import type { Collection } from '../domain/records/collection.ts';
import { levelsOf, type RecordLevels } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { unusableKey } from '../domain/records/validate-record.ts';
import { unknownSession } from '../domain/session/session-name.ts';
import { editConflict } from '../editing/edit-conflict.ts';
import { editLive, type LiveChange } from '../editing/live-edit.ts';
import { nameChange, nameRecord } from '../editing/name-records.ts';
import { matchingIds, placeOfRecord, recordPage } from '../editing/record-page.ts';
import { rowOf } from '../editing/record-row.ts';
import { validateEdit } from '../editing/validate-edit.ts';
import { exportRecords } from '../export/records-export.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** Records of the collections. Edits change the fixture and the live state, and can be undone. */
export function recordHandlers({
  workspaces,
  scheduler,
  jobs,
}: HandlerContext): Pick<Handlers, keyof typeof recordCommands> {
  const collectionOf = (name: string) => workspaces.current.workspace.collection(name);

  /** The collection for all clients, or as a session has it. */
  function collectionIn(name: string, session: string | undefined): Result<Collection, Problem> {
    const found = collectionOf(name);
    if (!found.ok || session === undefined) return found;
    const own = workspaces.current.sessions.find(session);
    return own ? accept(own.collections.get(name) ?? found.value) : refuse(unknownSession(session));
  }

  function patch(
    name: string,
    id: string,
    change: JsonObject,
    by: string | undefined,
    base: JsonObject | undefined,
    label?: string,
  ): Result<RecordRow, Problem> {
    const found = collectionOf(name);
    if (!found.ok) return found;
    const collection = found.value;
    const before = levelsOf(collection, id);
    const shown = before.live ?? before.fixture;
    if (!shown) return refuse(unknownRecord(name, id));
    if (base && patchCollides(change, base, shown)) return refuse(editConflict(`record ${id}`, shown));
    const after = { fixture: patched(before.fixture, change), live: patched(before.live, change) };
    return edit(collection, id, after, label ?? nameChange(name, id, shown, after.live ?? after.fixture ?? {}), by);
  }

  function edit(
    collection: SharedCollection,
    id: string,
    after: RecordLevels,
    label: string,
    by: string | undefined,
  ): Result<RecordRow, Problem> {
    const reason = validateEdit(workspaces.current.workspace, collection, id, levelsOf(collection, id), after);
    if (reason) return refuse(reason);
    workspaces.current.edit(label, [{ collection, id }], () => collection.edit(id, after.fixture, after.live), by);
    return accept(rowOf(collection, id));
  }

  /** Carries out one edit of the live state, for all clients or in a session. */
  function editOneLive(
    change: LiveChange,
    { session, base }: { readonly session?: string | undefined; readonly base?: JsonObject | null | undefined },
    by: string | undefined,
  ): Result<RecordRow, Problem> {
    const edited = editLive(workspaces.current, [change], { session, base, by });
    if (!edited.ok) return edited;
    const [step] = edited.value;
    if (!step) throw new Error('An edit without a record');
    return accept(rowOf(step.collection, step.id));
  }

  const keyed = (collection: SharedCollection, record: JsonObject) =>
    withKey(collection.definition, record, () => collection.nextKey(workspaces.current.workspace.newId));

  return {
    'records.page': (input) => {
      const found = collectionIn(input.collection, input.session);
      return found.ok ? scheduler.run(recordPage(found.value, input)) : found;
    },

    'records.find': (input) => {
      const found = collectionIn(input.collection, undefined);
      return found.ok ? scheduler.run(placeOfRecord(found.value, input)) : found;
    },

    'records.get': ({ collection: name, id, session }) => {
      const found = collectionIn(name, session);
      if (!found.ok) return found;
      const row = rowOf(found.value, id);
      return row.live || row.fixture ? accept(row) : refuse(unknownRecord(name, id));
    },

    'records.check': ({ collection: name, record }) => {
      const found = collectionOf(name);
      if (!found.ok) return found;
      const faults = workspaces.current.workspace.checkSchema(found.value.definition, keyed(found.value, record));
      return accept({
        faults: faults.map(({ pointer, member: extra, detail }) => ({
          pointer: extra === undefined ? pointer : pointer + formatPointer([extra]),
          detail,
        })),
      });
    },

    'records.put': ({ collection: name, record, base, in: place, session }, { console: by }) => {
      if (place || session) return editOneLive({ collection: name, record }, { session, base }, by);
      const found = collectionOf(name);
      if (!found.ok) return found;
      const collection = found.value;
      const value = keyed(collection, record);
      const id = collection.idOf(value);
      if (id === undefined) return refuse(unusableKey(collection.definition));
      const { live, fixture } = levelsOf(collection, id);
      const shown = live ?? fixture ?? null;
      if (base !== undefined && !jsonEqual(shown, base) && !jsonEqual(shown, value)) {
        return refuse(editConflict(`record ${id}`, shown, base));
      }
      const label = live ? nameChange(name, id, live, value) : `new ${nameRecord(name, id)}`;
      return edit(collection, id, { fixture: value, live: value }, label, by);
    },

    'records.patch': ({ collection, id, patch: change, base, in: place, session }, { console: by }) =>
      place || session
        ? editOneLive({ collection, id, patch: change }, { session, base }, by)
        : patch(collection, id, change, by, base),

    'users.setStatus': ({ userId, status, base }, { console: by }) =>
      patch(
        'users',
        userId,
        { status },
        by,
        base === undefined ? undefined : { status: base },
        `change of ${nameRecord('users', userId)} to ${status}`,
      ),

    'records.prepare': ({ changes, session }, { console: by }) => {
      const edited = editLive(workspaces.current, changes, { session, by });
      if (!edited.ok) return edited;
      return accept({ records: edited.value.map(({ collection, id }) => rowOf(collection, id)) });
    },

    'records.remove': ({ collection: name, id, base, in: place, session }, { console: by }) => {
      if (place || session) {
        const removed = editOneLive({ collection: name, id, remove: true }, { session }, by);
        return removed.ok ? accept(null) : removed;
      }
      const found = collectionOf(name);
      if (!found.ok) return found;
      const collection = found.value;
      const { live, fixture } = levelsOf(collection, id);
      const shown = live ?? fixture;
      if (!shown) return refuse(unknownRecord(name, id));
      if (base && !jsonEqual(shown, base)) return refuse(editConflict(`record ${id}`, shown));
      const remove = () => collection.edit(id, undefined, undefined);
      workspaces.current.edit(`delete of ${nameRecord(name, id)}`, [{ collection, id }], remove, by);
      return accept(null);
    },

    'records.export': (input, { console: by }) => {
      const found = collectionOf(input.collection);
      if (!found.ok) return found;
      return exportRecords(found.value, input, jobs, by, input.found && matchingIds(found.value, input.found));
    },
  };
}

function unknownRecord(collection: string, id: string): Problem {
  return problem('unknown-record', `There is no record ${id} in ${collection}.`);
}

function patched(value: JsonObject | undefined, change: JsonObject): JsonObject | undefined {
  const result = value && mergePatch(value, change);
  return isJsonObject(result) ? result : undefined;
}
