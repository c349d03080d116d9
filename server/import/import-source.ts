import { parse } from 'node:path';
import type { CommandInput } from '../contract/command.ts';
import type { SuggestedSettings } from '../contract/schema/import.ts';
import type { Problem } from '../domain/basics/problem.ts';
import { accept, type Result } from '../domain/basics/result.ts';
import { encodingNote } from '../domain/basics/text-encoding.ts';
import type { Work } from '../domain/basics/work.ts';
import { collectionNameFor } from '../domain/model/collection-definition.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { readImport } from '../store/formats/import-text.ts';
import type { ReadImport, ReadProgress } from '../store/formats/read-records.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import type { ImportChoices } from './import-plan.ts';

type Choices = NonNullable<CommandInput<'import.preview'>['choices']>;

/** Where the records of an import come from. */
export interface ImportSource {
  /** In the words of the history, such as the name of a file. */
  readonly label: string;
  /** The choices for the lists of the source, by their names. */
  readonly choices: ImportChoices;
  readonly read: (workspace: LiveWorkspace, progress: ReadProgress) => Work<Result<SuggestedImport, Problem>>;
}

/** An import with the settings that belong to it. */
export interface SuggestedImport extends ReadImport {
  readonly settings?: SuggestedSettings;
}

/** The choices by the names of the lists. */
export function choicesByName(choices: Choices): ImportChoices {
  return new Map(choices.map(({ collection, ...choice }) => [collection, choice]));
}

/** The records in the text of a file. */
export function fileSource(input: CommandInput<'import.preview'>): ImportSource {
  const { text, fileName, into, open, choices = [] } = input;
  const note = encodingNote(input.encoding);
  const { name } = parse(fileName);
  const chosen = choicesByName(choices);
  return {
    label: fileName,
    choices: chosen,
    *read(workspace, progress) {
      const shown = open === undefined ? undefined : workspace.collections.get(open);
      const isOpen = shown && into === undefined && !workspace.collections.has(name);
      const resembles = isOpen ? yield* resemblanceTo(shown) : () => false;
      const read = yield* readImport(text, fileName, {
        schemas: workspace.schemas,
        collection: into ?? collectionNameFor(name),
        known: (target) => workspace.collections.get(target)?.definition,
        takerOf: (members) => (resembles(members) ? open : undefined),
        choiceOf: (source) => chosen.get(source) ?? {},
        progress,
      });
      if (!read.ok || note === undefined) return read;
      return accept({ ...read.value, notes: [note, ...read.value.notes] });
    },
  };
}

/**
 * Whether records with such members resemble those of a collection: they have its key, and it knows most of the others; or they
 * have no key, and it knows all.
 */
function* resemblanceTo(collection: SharedCollection): Work<(members: readonly string[]) => boolean> {
  const { key } = collection.definition;
  const fields = yield* collection.indexFields();
  return (members) => {
    const others = members.filter((name) => name !== key);
    const known = others.filter((name) => fields.find(name) !== undefined);
    if (!members.includes(key)) return others.length > 1 && known.length === others.length;
    return known.length > others.length / 2;
  };
}
