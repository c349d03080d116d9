import { pieceLength, type Work } from '../domain/basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../domain/json/json.ts';
import { formatPointer, type Pointer } from '../domain/json/pointer.ts';

/** What the dialect asks of a keyword. */
interface Kind {
  /** The rest of a sentence that begins with "must be". */
  readonly wanted: string;
  readonly fits: (value: Json) => boolean;
  /** The values inside that must be schemas, each with the tokens that lead to it. */
  readonly schemas?: (value: Json) => Iterable<readonly [Pointer, Json]>;
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const text: Kind = { wanted: 'a string', fits: (value) => typeof value === 'string' };
const name: Kind = {
  wanted: 'a name of letters, digits, - . and _, which begins with a letter or _',
  fits: (value) => typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value),
};
const identifier: Kind = {
  wanted: 'an address without a fragment',
  fits: (value) => typeof value === 'string' && /^[^#]*#?$/.test(value),
};
const truth: Kind = { wanted: 'true or false', fits: (value) => typeof value === 'boolean' };
const number: Kind = { wanted: 'a number', fits: (value) => typeof value === 'number' };
const positive: Kind = { wanted: 'a number above 0', fits: (value) => typeof value === 'number' && value > 0 };
const length: Kind = {
  wanted: 'a whole number from 0',
  fits: (value) => Number.isInteger(value) && Number(value) >= 0,
};
const list: Kind = { wanted: 'a list', fits: isJsonArray };
const names: Kind = { wanted: 'a list of strings, each once', fits: isListOf((one) => typeof one === 'string') };
const type: Kind = {
  wanted: `${types.slice(0, -1).join(', ')} or ${types.at(-1)}, or a list of them, each once`,
  fits: (value) => isType(value) || (isJsonArray(value) && value.length > 0 && isListOf(isType)(value)),
};
const truths: Kind = { wanted: 'an object of true or false', fits: isMapOf(truth.fits) };
const mapOfNames: Kind = { wanted: 'an object of lists of strings, each once', fits: isMapOf(names.fits) };
const schema: Kind = { wanted: 'a schema', fits: () => true, schemas: (value) => [[[], value]] };
const schemaList: Kind = {
  wanted: 'a list of at least one schema',
  fits: (value) => isJsonArray(value) && value.length > 0,
  schemas: inside,
};
const schemaMap: Kind = { wanted: 'an object of schemas', fits: isJsonObject, schemas: inside };
const dependencies: Kind = {
  wanted: 'an object of schemas and lists of strings, each once',
  fits: isMapOf((one) => !isJsonArray(one) || names.fits(one)),
  schemas: (value) => inside(value).filter(([, one]) => !isJsonArray(one)),
};

/** The keywords that the dialect restricts, by their kinds. All others may have any value. */
const kinds: ReadonlyMap<string, Kind> = new Map(
  (
    [
      [schema, 'items contains additionalProperties propertyNames if then else not contentSchema'],
      [schema, 'unevaluatedItems unevaluatedProperties'],
      [schemaList, 'prefixItems allOf anyOf oneOf'],
      [schemaMap, 'properties patternProperties dependentSchemas $defs definitions'],
      [dependencies, 'dependencies'],
      [text, '$schema $ref $dynamicRef $recursiveRef $comment pattern format title description'],
      [text, 'contentEncoding contentMediaType'],
      [identifier, '$id'],
      [name, '$anchor $dynamicAnchor $recursiveAnchor'],
      [truths, '$vocabulary'],
      [type, 'type'],
      [list, 'enum examples'],
      [positive, 'multipleOf'],
      [number, 'minimum maximum exclusiveMinimum exclusiveMaximum'],
      [length, 'minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties'],
      [names, 'required'],
      [mapOfNames, 'dependentRequired'],
      [truth, 'uniqueItems deprecated readOnly writeOnly'],
    ] as const
  ).flatMap(([kind, keywords]) => keywords.split(' ').map((keyword) => [keyword, kind] as const)),
);

/**
 * The first fault of a schema against the dialect of JSON Schema 2020-12, as a clause with its JSON Pointer; undefined if there
 * is none. Ajv would check the same with a program that it makes of the dialect's own schema, which takes longer than the rest
 * of a start.
 */
export function* dialectFault(root: JsonObject): Work<string | undefined> {
  const named = root.$schema;
  if (typeof named === 'string' && named !== '' && named.replace(/#$/, '') !== dialect) {
    return `its $schema must be ${dialect}`;
  }
  const places: (readonly [Pointer, Json])[] = [[[], root]];
  let done = 0;
  // The list grows while it is read.
  for (const [pointer, value] of places) {
    if (typeof value === 'boolean') continue;
    if (!isJsonObject(value)) return fault(pointer, 'a schema: an object, true or false');
    for (const [keyword, given] of Object.entries(value)) {
      done += 1;
      if (done % pieceLength === 0) yield;
      const kind = kinds.get(keyword);
      if (!kind) continue;
      if (!kind.fits(given)) return fault([...pointer, keyword], kind.wanted);
      for (const [tokens, inner] of kind.schemas?.(given) ?? []) places.push([[...pointer, keyword, ...tokens], inner]);
    }
  }
  return undefined;
}

function fault(pointer: Pointer, wanted: string): string {
  return `at ${formatPointer(pointer)}, must be ${wanted}`;
}

/** The elements of a list, or the members of an object. */
function inside(value: Json): (readonly [Pointer, Json])[] {
  return Object.entries(value as JsonObject).map(([token, one]) => [[token], one]);
}

function isType(value: Json): boolean {
  return types.includes(value as string);
}

/** Tests for a list whose elements pass and differ. */
function isListOf(test: (element: Json) => boolean): (value: Json) => boolean {
  return (value) => isJsonArray(value) && value.every(test) && new Set(value).size === value.length;
}

/** Tests for an object whose members pass. */
function isMapOf(test: (member: Json) => boolean): (value: Json) => boolean {
  return (value) => isJsonObject(value) && Object.values(value).every(test);
}
