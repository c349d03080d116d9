import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { Collection } from '../records/collection.ts';
import type { Change } from '../records/edit-history.ts';
import { RecordEdit } from '../records/record-edit.ts';
import type { SharedCollection } from '../records/shared-collection.ts';

/**
 * Sets a live record of a session, or removes it with undefined. Returns the change; its undo leaves a record that a client has
 * written since.
 */
export function changeInSession(collection: Collection, id: string, after: JsonObject | undefined): Change {
  const before = collection.get(id)?.value;
  const move = (from: JsonObject | undefined, to: JsonObject | undefined) => {
    if (jsonEqual(collection.get(id)?.value, from)) setLive(collection, id, to);
  };
  move(before, after);
  return { undo: () => move(after, before), redo: () => move(before, after) };
}

/**
 * Writes the live record of a session into the fixtures. A shared live record that clients have changed stays; any other
 * follows. Returns the change; undefined if the fixture has this value already.
 */
export function keepFromSession(collection: Collection, shared: SharedCollection, id: string): Change | undefined {
  const value = collection.get(id)?.value;
  const finished = RecordEdit.watch(shared, id);
  shared.edit(id, value, shared.isChanged(id) ? shared.get(id)?.value : value);
  const edit = finished();
  return (
    edit && {
      undo: () => {
        const isKept = jsonEqual(collection.get(id)?.value, value);
        edit.undo();
        // The session follows its fixture back, but the value was its own.
        if (isKept) setLive(collection, id, value);
      },
      redo: () => edit.redo(),
    }
  );
}

function setLive(collection: Collection, id: string, value: JsonObject | undefined): void {
  if (jsonEqual(collection.get(id)?.value, value)) return;
  if (value) collection.write(id, value);
  else collection.remove(id);
}
