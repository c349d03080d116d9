/**
 * The workspace file: JSON with one line for each record and each rule of a scenario, so that a diff of two versions is easy
 * to read. Reading fills in defaults; writing omits them.
 */

import type { LongText } from '../../domain/basics/long-text.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { finish, type Work } from '../../domain/basics/work.ts';
import { isJsonArray, isJsonObject, type Json, member } from '../../domain/json/json.ts';
import type { CollectionDefinition } from '../../domain/model/collection-definition.ts';
import type { Settings } from '../../domain/model/settings.ts';
import { KeyIndex } from '../../domain/records/key-index.ts';
import { defaultScenario, type Scenario } from '../../domain/scenario/scenario.ts';
import type { SavedRequest, Workspace } from '../../domain/workspace/workspace.ts';
import { CheckedCursor, type Fault } from './checked-cursor.ts';
import { decodeCollections, encodePath } from './collection-format.ts';
import { inSlices, onLines } from './file-text.ts';
import { atOnce, parseFile, parseFileInPieces, refuseFile } from './json-file.ts';
import { decodeSavedRequests, encodeSavedRequest } from './saved-format.ts';
import { decodeScenarios, scenarioPieces } from './scenario-format.ts';
import { decodeSettings, encodeSettings } from './settings-format.ts';

export const workspaceFormat = 'mock-api-console';
export const workspaceVersion = 1;

/** A workspace to be written. Records provide their text, which a `StoredRecord` caches. */
export interface WrittenWorkspace {
  readonly $schema?: string | undefined;
  readonly name: string;
  readonly settings: Settings;
  readonly collections: readonly {
    readonly definition: CollectionDefinition;
    readonly records: Iterable<{ readonly text: string }>;
  }[];
  readonly scenarios: readonly Scenario[];
  readonly requests: readonly SavedRequest[];
  readonly scenario: string;
}

/** Reads the text of a workspace file. Refused with `invalid-workspace` at a line, a column and a JSON pointer. */
export function decodeWorkspace(text: string): Result<Workspace> {
  return finish(decodeWorkspaceInPieces(text, atOnce(parseFile)));
}

/** {@link decodeWorkspace} with pauses. */
export function* decodeWorkspaceInPieces(text: string | LongText, parse = parseFileInPieces): Work<Result<Workspace>> {
  const parsed = yield* parse(text);
  if (!parsed.ok) return parsed;
  yield* indexWorkspace(parsed.value);
  const faults: Fault[] = [];
  const workspace = readWorkspace(CheckedCursor.over(parsed.value, faults));
  return faults.length === 0 ? accept(workspace) : refuse(refuseFile(text.toString(), faults));
}

/** Indexes the records of a workspace by their keys, so that {@link readWorkspace} takes little time. */
export function* indexWorkspace(document: Json): Work<void> {
  const collections = isJsonObject(document) ? member(document, 'collections') : undefined;
  for (const own of Object.values(collections ?? {})) {
    const list = isJsonObject(own) ? member(own, 'records') : undefined;
    if (isJsonArray(list)) yield* KeyIndex.inPieces(list, String(member(own, 'key') ?? 'id'));
  }
}

/** Reads the document of a workspace file and notes its faults. */
export function readWorkspace(at: CheckedCursor): Workspace {
  at.required('format').oneOf([workspaceFormat], workspaceFormat);
  const given = at.required('version').integer(1, Number.MAX_SAFE_INTEGER, workspaceVersion);
  if (given > workspaceVersion) {
    at.member('version').refuse(`this program reads version ${workspaceVersion}; a newer one wrote version ${given}`);
  }
  at.onlyMembers([
    '$schema',
    'format',
    'version',
    'name',
    'settings',
    'collections',
    'scenarios',
    'requests',
    'scenario',
  ]);
  const schema = at.member('$schema');
  const settings = decodeSettings(at.member('settings'));
  const scenarios = decodeScenarios(at.member('scenarios'));
  return {
    ...(schema.value !== undefined && { $schema: schema.text() }),
    name: at.member('name').text('Workspace'),
    settings,
    collections: decodeCollections(at.member('collections'), settings),
    scenarios,
    requests: decodeSavedRequests(at.member('requests')),
    scenario: at.member('scenario').oneOf(
      scenarios.map(({ name }) => name),
      defaultScenario.name,
    ),
  };
}

/** Prepares a plain workspace for writing. */
export function toBeWritten(workspace: Workspace): WrittenWorkspace {
  const collections = workspace.collections.map(({ definition, records }) => ({
    definition,
    records: records.map((record) => ({ text: JSON.stringify(record) })),
  }));
  return { ...workspace, collections };
}

/** The text of the file in slices, see {@link inSlices}. The workspace must not change before the last slice. */
export function encodeWorkspace(workspace: WrittenWorkspace): Iterable<string> {
  return inSlices(pieces(workspace));
}

function* pieces(workspace: WrittenWorkspace): Generator<string> {
  const { $schema, name, settings, collections, scenarios, requests, scenario } = workspace;
  yield `{\n${$schema === undefined ? '' : `  "$schema": ${inline($schema)},\n`}`;
  yield `  "format": ${inline(workspaceFormat)},\n  "version": ${workspaceVersion},\n  "name": ${inline(name)},\n`;
  const changed = encodeSettings(settings);
  if (Object.keys(changed).length > 0) yield `  "settings": ${pretty(changed, '  ')},\n`;
  yield '  "collections": {';
  for (const [index, { definition, records }] of collections.entries()) {
    yield `${index === 0 ? '' : ','}\n    ${inline(definition.name)}: {\n`;
    for (const member of ['key', 'sort', 'time', 'schema'] as const) {
      const value = definition[member];
      if (value !== null) yield `      "${member}": ${pretty(value, '      ')},\n`;
    }
    if (definition.paths) yield `      "paths": ${pretty(definition.paths.map(encodePath), '      ')},\n`;
    yield '      "records": [';
    yield* onLines(records, '      ');
    yield ']\n    }';
  }
  yield collections.length === 0 ? '},\n' : '\n  },\n';
  const written = isUnwrittenDefault(scenarios[0]) ? scenarios.slice(1) : scenarios;
  if (written.length > 0) {
    yield '  "scenarios": ';
    yield* scenarioPieces(written);
    yield ',\n';
  }
  if (requests.length > 0) {
    yield '  "requests": [';
    yield* onLines(
      requests.map((request) => ({ text: JSON.stringify(encodeSavedRequest(request)) })),
      '  ',
    );
    yield '],\n';
  }
  yield `  "scenario": ${inline(scenario)}\n}\n`;
}

/** A `Default` scenario without changes in first place is not written, because reading adds it there. */
function isUnwrittenDefault(scenario: Scenario | undefined): boolean {
  return JSON.stringify(scenario) === JSON.stringify(defaultScenario);
}

function inline(value: string): string {
  return JSON.stringify(value);
}

function pretty(value: Json, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}
