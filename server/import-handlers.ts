import { parse } from 'node:path';
import type { Imported } from './contract/output.ts';
import { problem } from './domain/problem.ts';
import { isCollectionName } from './domain/records/collection-name.ts';
import { SharedCollection } from './domain/records/shared-collection.ts';
import { accept, refuse } from './domain/result.ts';
import type { Handlers, HostParts } from './host-parts.ts';
import { openWorkspaceText } from './store/import-records.ts';

/** Collections out of files of all kinds, added to the workspace that is open. */
export function importHandlers({ workspace, history, saver, feed }: HostParts): Pick<Handlers, 'workspace.import'> {
  function add(collections: readonly SharedCollection[], label: string): void {
    const redo = () => {
      for (const collection of collections) workspace.add(collection);
      feed.touch('collections');
    };
    const undo = () => {
      for (const { definition } of collections) workspace.remove(definition.name);
      feed.touch('collections');
    };
    redo();
    history.remember({ label, undo, redo });
    saver.save();
    feed.touch('history');
  }

  return {
    'workspace.import': ({ text, fileName, as }) => {
      const { name } = parse(fileName);
      const collection = isCollectionName(name) ? name : 'users';
      const opened = openWorkspaceText(text, fileName, { schemas: workspace.schemas, collection });
      if (!opened.ok) return opened;
      const found = opened.value.workspace.collections;
      for (const { definition } of found) {
        const compiled = workspace.schemas.tryCompile(definition);
        if (!compiled.ok) return compiled;
      }
      const imported: Imported = {
        collections: found.map(({ definition, records }) => ({
          name: definition.name,
          records: records.length,
          state: workspace.collections.has(definition.name) ? 'exists' : 'new',
        })),
        notes: opened.value.notes,
      };
      if (as === 'preview') return accept(imported);
      const fresh = found.filter(({ definition }) => !workspace.collections.has(definition.name));
      if (fresh.length === 0) return refuse(nothingNew(imported));
      add(
        fresh.map(({ definition, records }) => new SharedCollection(definition, records)),
        `import of ${fileName}`,
      );
      return accept(imported);
    },
  };
}

function nothingNew({ collections }: Imported) {
  const names = collections.map(({ name }) => name);
  const detail =
    names.length === 0
      ? 'The file has no collections.'
      : `The workspace has ${names.join(', ')} already, and the file has nothing else.`;
  return problem('conflict', detail, { collections: names });
}
