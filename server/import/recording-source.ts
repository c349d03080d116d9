import type { CommandInput } from '../contract/command.ts';
import type { SuggestedSettings } from '../contract/schema/import.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import { type Json, jsonEqual, member } from '../domain/json/json.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import { type RecordedCollection, readRecording } from '../domain/recording/recording.ts';
import type { UpstreamExchange } from '../domain/recording/upstream-exchange.ts';
import { idOf } from '../domain/records/key-index.ts';
import { pathClashes } from '../domain/request/path-clashes.ts';
import type { ReadCollection } from '../store/formats/read-records.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import { choicesByName, type ImportSource } from './import-source.ts';

type Choices = NonNullable<CommandInput<'import.preview'>['choices']>;

/** The records in a recording of the upstream. A new collection has the paths at which they were seen. */
export function recordingSource(exchanges: readonly UpstreamExchange[], choices: Choices): ImportSource {
  const chosen = choicesByName(choices);
  return {
    label: 'the recording',
    choices: chosen,
    *read(workspace) {
      const recording = yield* readRecording(exchanges);
      const { collections: found, notes } = recording;
      if (found.length === 0) {
        const detail = `The recording has ${exchanges.length} exchanges, and no records in them. ${notes.join(' ')}`;
        return refuse(problem('invalid-workspace', detail.trim()));
      }
      const collections = found.map((one) => collectionOf(one, chosen, workspace));
      const unplaced = collections.flatMap(({ definition }, index) =>
        missingPaths(definition, found[index]?.definition),
      );
      return accept({
        collections,
        notes: [...notes, ...unplaced],
        settings: settingsFor(recording.settings, collections, workspace),
      });
    },
  };
}

function collectionOf(
  { definition: found, records }: RecordedCollection,
  chosen: ImportSource['choices'],
  { collections }: LiveWorkspace,
): ReadCollection {
  const source = fits(collections.get(found.name)?.definition, records(found.key))
    ? found.name
    : `recorded-${found.name}`;
  const { into = source, key = found.key } = chosen.get(source) ?? {};
  const definition = collections.get(into)?.definition ?? { ...found, name: into, key };
  return {
    source,
    definition,
    suggestedKey: found.key,
    values: records(definition.key).map(({ exchange, value }) => ({ line: exchange, value })),
    refused: [],
    columns: null,
    places: 'entry',
    isNamed: true,
  };
}

/** True if a collection of this name is new, or its key identifies the first of the records. */
function fits(existing: CollectionDefinition | undefined, records: ReturnType<RecordedCollection['records']>): boolean {
  const [first] = records;
  return !existing || !first || idOf(member(first.value, existing.key)) !== undefined;
}

/** A note for each recorded path that an existing collection does not have. */
function missingPaths({ name, paths = [] }: CollectionDefinition, found: CollectionDefinition | undefined) {
  const missing = (found?.paths ?? []).filter(({ path }) => !paths.some((own) => own.path === path));
  return missing.map(({ path }) => `${name} exists and does not get the path ${path}; add it in its settings.`);
}

/** The suggested settings that differ from the present ones; undefined if none does. */
function settingsFor(
  suggested: SuggestedSettings,
  collections: readonly ReadCollection[],
  { settings, collections: present }: LiveWorkspace,
): SuggestedSettings | undefined {
  const definitions = collections.map(({ definition }) => definition);
  const others = Array.from(present.values(), ({ definition }) => definition);
  const added = definitions.filter(({ name }) => !present.has(name));
  const clashes = (userService: boolean) => pathClashes([...others, ...added], { userService }).length;
  const isInTheWay = settings.userService && clashes(true) > clashes(false);
  const wanted: SuggestedSettings = { ...suggested, ...(isInTheWay && { userService: false }) };
  const differs = Object.entries(wanted).filter(
    ([name, value]) => !jsonEqual(value as Json, settings[name as keyof SuggestedSettings] as Json),
  );
  return differs.length > 0 ? Object.fromEntries(differs) : undefined;
}
