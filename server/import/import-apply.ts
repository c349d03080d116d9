import { pieceLength, type Work } from '../domain/basics/work.ts';
import { type Edit, levelsOf, type RecordEdit, stepsOf } from '../domain/records/edit-history.ts';
import { SharedCollection } from '../domain/records/shared-collection.ts';
import type { ReadProgress } from '../store/formats/read-records.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import type { PlannedCollection } from './import-plan.ts';

/**
 * Puts what was planned into the workspace, fixtures and live state alike, with a pause every few hundred records: clients
 * are answered meanwhile. What has been done so far is in `done`, so that it can be taken back at any time.
 */
export function* applyImport(
  collections: readonly PlannedCollection[],
  workspace: LiveWorkspace,
  done: AppliedImport,
  progress: ReadProgress,
): Work<void> {
  const total = collections.reduce((sum, { records }) => sum + records.length, 0);
  let gone = 0;
  for (const { definition, existing, records } of collections) {
    const collection = existing ?? new SharedCollection(definition, []);
    if (!existing) done.add(collection, workspace);
    for (const { id, value } of records) {
      const before = existing && levelsOf(collection, id);
      collection.edit(id, value, value);
      if (before) done.edits.push({ collection, id, before, after: { fixture: value, live: value } });
      gone += 1;
      if (gone % pieceLength !== 0) continue;
      progress(gone / total);
      yield;
    }
  }
}

/** What an import has done to the workspace. */
export class AppliedImport {
  /** Changes of collections that were there before. */
  readonly edits: RecordEdit[] = [];
  readonly #added: SharedCollection[] = [];

  /** Adds a collection to the workspace. */
  add(collection: SharedCollection, workspace: LiveWorkspace): void {
    workspace.add(collection);
    this.#added.push(collection);
  }

  /** The ways back and forth, of the whole as one. */
  ways(workspace: LiveWorkspace): Omit<Edit, 'label'> {
    const { undo, redo } = stepsOf(this.edits);
    const added = this.#added;
    return {
      *undo(): Work<void> {
        yield* undo();
        for (const { definition } of added) workspace.remove(definition.name);
      },
      *redo(): Work<void> {
        for (const collection of added) workspace.add(collection);
        yield* redo();
      },
    };
  }
}
