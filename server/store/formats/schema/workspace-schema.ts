/**
 * The workspace file as a JSON Schema (2020-12), by which editors complete and check it. Words, ranges and patterns are those
 * of the decoders. A test compares both on thousands of mistakes. What no schema can express is left to the decoders: the
 * keys of records, names that must be unique, and members that depend on the values of others.
 */
import type { JsonObject } from '../../../domain/json/json.ts';
import { collectionName } from '../../../domain/model/collection-definition.ts';
import { longestPath, pathForm } from '../../../domain/model/collection-path.ts';
import { longestPathName } from '../../../domain/request/path-segment.ts';
import { defaultScenario } from '../../../domain/scenario/scenario.ts';
import { workspaceFormat, workspaceVersion } from '../workspace-format.ts';
import { savedRequestSchema, scenarioSchema } from './scenario-schema.ts';
import { closed, described, filledText, list, matching, schemaIf, text, textOrNull } from './schema-parts.ts';
import { settingsSchema } from './settings-schema.ts';

/** A value that `idOf` accepts. */
const recordKey: JsonObject = {
  type: ['integer', 'string'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  minLength: 1,
  maxLength: longestPathName,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  not: { enum: ['.', '..'] },
};

const path: JsonObject = { ...matching(pathForm), maxLength: longestPath };

const collectionPath: JsonObject = {
  ...path,
  ...closed({ path, record: filledText }, ['path', 'record']),
  type: ['string', 'object'],
};

const collectionSchema: JsonObject = {
  ...closed({
    key: described('The member that identifies a record; its value is a non-empty string or an integer.', {
      ...filledText,
      default: 'id',
    }),
    sort: described('The default order, in the grammar of `?sort=`; null orders by the key.', textOrNull),
    time: described('The member that time windows read; null when the collection has none.', textOrNull),
    schema: described('The JSON Schema 2020-12 that records must match; null accepts every object.', {
      type: ['object', 'null'],
    }),
    paths: described('Its paths beside those below `/api`; an object for a path of one record.', list(collectionPath)),
    records: described('The fixtures.', list({ type: 'object' })),
  }),
  // Without a key, or with a wrong one, the decoder reads `id`. The schema cannot follow another key.
  ...schemaIf(
    { required: ['key'], properties: { key: { ...filledText, not: { const: 'id' } } } },
    {},
    { properties: { records: { items: { required: ['id'], properties: { id: recordKey } } } } },
  ),
};

export const workspaceSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Workspace of Mock API Console',
  ...closed(
    {
      $schema: described('Where editors find this schema.', filledText),
      format: { const: workspaceFormat },
      version: { const: workspaceVersion },
      name: described('The name of the workspace.', filledText),
      settings: settingsSchema,
      collections: described('The collections by their name, which is a segment of the path.', {
        type: 'object',
        patternProperties: { [collectionName.source]: collectionSchema },
        additionalProperties: false,
      }),
      scenarios: described('Lists of rules; one of them is active.', list(scenarioSchema)),
      requests: described('Saved requests of Try it.', list(savedRequestSchema)),
      scenario: described('Name of the scenario that is active when the workspace is opened.', {
        ...text,
        default: defaultScenario.name,
      }),
    },
    ['format', 'version'],
  ),
};
