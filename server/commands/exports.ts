import type { CommandInput } from '../contract/command.ts';
import { accept } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import type { JsonObject } from '../domain/json/json.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { emptyWorkspace } from '../store/empty-workspace.ts';
import { recordsText } from '../store/formats/records-text.ts';
import { encodeWorkspace } from '../store/formats/workspace-format.ts';
import type { Handlers, HostParts } from './context.ts';

type ExportCommand = 'workspace.export' | 'records.export' | 'records.cancelExport';

/** What the workspace holds, as the text of files. */
export function exportHandlers({ workspace, saver, exports }: HostParts): Pick<Handlers, ExportCommand> {
  return {
    'workspace.export': () => accept({ file: `${workspace.title}.json`, text: saver.text() }),

    'records.export': (input) => {
      const { collection, of, ids, format } = input;
      const found = workspace.collection(collection);
      if (!found.ok) return found;
      const records = chosen(found.value, of, ids);
      const file = `${collection}.${format === 'workspace' ? 'workspace.json' : format}`;
      return exports.run(file, function* written(progress) {
        const text =
          format === 'workspace'
            ? yield* workspaceText(found.value.definition, records, progress)
            : yield* recordsText(records, format, progress);
        return accept({ file, text });
      });
    },

    'records.cancelExport': () => {
      exports.cancel();
      return accept(null);
    },
  };
}

/** A workspace with one collection, and in it these records. */
function* workspaceText(
  definition: CollectionDefinition,
  records: readonly JsonObject[],
  progress: (share: number) => void,
): Work<string> {
  const { collections, ...empty } = emptyWorkspace(definition.name);
  let gone = 0;
  function* texts() {
    for (const record of records) {
      gone += 1;
      yield { text: JSON.stringify(record) };
    }
  }
  const slices: string[] = [];
  for (const slice of encodeWorkspace({ ...empty, collections: [{ definition, records: texts() }] })) {
    slices.push(slice);
    progress(gone / records.length);
    yield;
  }
  return slices.join('');
}

/** As they are now: writes during the export do not get into it. */
function chosen(
  collection: SharedCollection,
  of: CommandInput<'records.export'>['of'],
  ids: readonly string[] | undefined,
): readonly JsonObject[] {
  if (ids !== undefined) {
    const recordOf = (id: string) => (of === 'live' ? collection.get(id) : collection.fixture(id));
    return ids.map((id) => recordOf(id)?.value).filter((value) => value !== undefined);
  }
  return [...(of === 'live' ? collection.snapshot() : collection.fixtures()).values()];
}
