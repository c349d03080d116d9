import type { CommandInput } from './contract/command.ts';
import type { JsonObject } from './domain/json/json.ts';
import type { SharedCollection } from './domain/records/shared-collection.ts';
import { accept, type Result } from './domain/result.ts';
import type { Work } from './domain/work.ts';
import type { Handlers, HostParts } from './host-parts.ts';
import { recordsText } from './store/records-text.ts';

/** What the workspace holds, as the text of files. */
export function exportHandlers({
  workspace,
  saver,
  turns,
}: HostParts): Pick<Handlers, 'workspace.export' | 'records.export'> {
  return {
    'workspace.export': () => accept({ file: `${workspace.title}.json`, text: saver.text() }),

    'records.export': (input) => {
      const found = workspace.collection(input.collection);
      return found.ok ? turns.run(exported(found.value, input)) : found;
    },
  };
}

function* exported(
  collection: SharedCollection,
  { of, ids, format }: CommandInput<'records.export'>,
): Work<Result<{ readonly file: string; readonly text: string }>> {
  const text = yield* recordsText(chosen(collection, of, ids), format);
  return accept({ file: `${collection.definition.name}.${format}`, text });
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
  const records = of === 'live' ? collection.snapshot().records : [...collection.fixtures()];
  return records.map(({ value }) => value);
}
