import { pieceLength, type Work } from '../domain/basics/work.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import { levelsOf, type RecordEdit, stepsOf } from '../domain/records/edit-history.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { Report } from '../runtime/jobs.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import type { PlannedCollection } from './import-plan.ts';

/**
 * Writes planned records to the fixtures and the live state. Pauses every few hundred records; `done` collects the changes, so
 * that they can be reverted at any pause.
 */
export function* applyImport(
  collections: readonly PlannedCollection[],
  done: AppliedImport,
  report: Report,
): Work<void> {
  const total = collections.reduce((sum, { records }) => sum + records.length, 0);
  let applied = 0;
  for (const { definition, existing, records } of collections) {
    const collection = existing ?? done.addNew(definition);
    for (const { id, value } of records) {
      const before = existing && levelsOf(collection, id);
      collection.edit(id, value, value);
      if (before) done.edits.push({ collection, id, before, after: { fixture: value, live: value } });
      applied += 1;
      if (applied % pieceLength !== 0) continue;
      report(applied / total);
      yield;
    }
  }
}

/** Receives the names of the collections that were added or removed. */
export type OnCollections = (names: readonly string[]) => void;

/** The changes that an import has made so far. */
export class AppliedImport {
  /** Changes in collections that existed before. */
  readonly edits: RecordEdit[] = [];
  readonly #added: SharedCollection[] = [];
  readonly #workspace: LiveWorkspace;
  readonly #onCollections: OnCollections;

  constructor(workspace: LiveWorkspace, onCollections: OnCollections) {
    this.#workspace = workspace;
    this.#onCollections = onCollections;
  }

  get isEmpty(): boolean {
    return this.edits.length === 0 && this.#added.length === 0;
  }

  /** Adds an empty collection to the workspace. */
  addNew(definition: CollectionDefinition): SharedCollection {
    const collection = this.#workspace.newCollection(definition);
    this.#workspace.add(collection);
    this.#added.push(collection);
    this.#onCollections([definition.name]);
    return collection;
  }

  /** The steps that undo and redo the whole import. */
  steps(): { readonly undo: () => Work<void>; readonly redo: () => Work<void> } {
    const { undo, redo } = stepsOf(this.edits);
    const added = this.#added;
    const workspace = this.#workspace;
    const onCollections = this.#onCollections;
    const names = () => added.map(({ definition }) => definition.name);
    return {
      *undo(): Work<void> {
        yield* undo();
        for (const name of names()) workspace.remove(name);
        onCollections(names());
      },
      *redo(): Work<void> {
        for (const collection of added) workspace.add(collection);
        yield* redo();
        onCollections(names());
      },
    };
  }
}
