import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '../../../../../server/domain/json/json.ts';
import { formatPointer } from '../../../../../server/domain/json/pointer.ts';
import { CheckedCursor, type Fault } from '../../../../../server/store/formats/checked-cursor.ts';
import { workspaceSchema } from '../../../../../server/store/formats/schema/workspace-schema.ts';
import { readWorkspace } from '../../../../../server/store/formats/workspace-format.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
const validate = ajv.compile(workspaceSchema);

/** The pointers at which the schema refuses a document, sorted; of a member that must not be there, its own. */
export function schemaFaults(document: Json): readonly string[] {
  if (validate(document)) return [];
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return distinct(
    errors.map(({ instancePath, params }) => {
      const extra: unknown = params.additionalProperty;
      return typeof extra === 'string' ? `${instancePath}${formatPointer([extra])}` : instancePath;
    }),
  );
}

export function programFaults(document: Json): readonly Fault[] {
  const faults: Fault[] = [];
  readWorkspace(CheckedCursor.over(document, faults));
  return faults;
}

/** The pointers of the program's faults, sorted. */
export function pointersOf(faults: readonly Fault[]): readonly string[] {
  return distinct(faults.map(({ pointer }) => formatPointer(pointer)));
}

export const distinct = (pointers: readonly string[]) => [...new Set(pointers)].sort();

/** The rules that depend on values elsewhere in the file: where they are broken, and how the program says so. */
const beyondSchema: readonly (readonly [place: RegExp, reason: RegExp])[] = [
  [/^\/collections\/[^/]+\/records\/\d+$/, /^the member "(?!id")/],
  [/^\/collections\/[^/]+\/records\/\d+\/[^/]*$/s, /^the key .* is taken already|^a key must be/s],
  [/^\/collections\/[^/]+\/paths\/\d+(?:\/path)?$/, /^(?:is a path|must have at most 12|cannot|needs|has two)/],
  [/^\/(?:scenarios|requests)\/\d+\/name$/, /is already called/],
  [/^\/scenario$/, /^must be "/],
  [/^\/settings$/, /^must have two ports/],
  [/^\/settings\/pageSize$/, /^must be a whole number from 1 to \d+/],
  [/^\/settings\/envelope$/, /^two members of the envelope have the same name/],
  [/^\/settings\/cors\/\d+$/, /^must be an origin/],
];

const isBeyond = ({ pointer, reason }: Fault) =>
  beyondSchema.some(([place, words]) => place.test(formatPointer(pointer)) && words.test(reason));

/** Where the schema and the program disagree about a document; empty if they agree. */
export function disagreement(document: Json): readonly string[] {
  const said = schemaFaults(document);
  const faults = programFaults(document);
  const all = new Set(pointersOf(faults));
  const needed = pointersOf(faults.filter((fault) => !isBeyond(fault)));
  return [
    ...said.filter((pointer) => !all.has(pointer)).map((pointer) => `only the schema refuses ${pointer}`),
    ...needed.filter((pointer) => !said.includes(pointer)).map((pointer) => `only the program refuses ${pointer}`),
  ];
}
