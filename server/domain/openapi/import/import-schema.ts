import { assertNever, type Result } from '../../basics/result.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../json/json.ts';
import type { JsonCursor } from '../../json/json-cursor.ts';
import type { CollectionDefinition } from '../../model/collection-definition.ts';
import type { SchemaFault } from '../../records/validate-record.ts';
import { keywordOf30, type Member, withoutOneWay } from './import-dialect.ts';
import type { OpenApiDocument } from './import-document.ts';
import { isPattern, keywordOf, type SchemaKeyword } from './import-keywords.ts';
import { loosened } from './import-loosened.ts';
import type { NoteReason } from './import-notes.ts';

/** Schemas that a collection's own may refer to. A validator takes them all in before it checks a single record. */
const definitionsEach = 50;
const definitionsTogether = 1000;
/** Levels of schemas within schemas; only a document that was made to break something has more. */
const deepest = 200;

/** A validator of JSON Schema, which is passed in. */
export interface SchemaChecks {
  /** Why the schema of a collection cannot be used, or nothing. */
  tryCompile(definition: CollectionDefinition): Result<null>;
  /** All reasons why a value does not fit it; none when there is no schema. */
  check(definition: CollectionDefinition, value: JsonObject): readonly SchemaFault[];
}

/** Makes the schemas of collections out of those of a document. */
export class SchemaImport {
  readonly #document: OpenApiDocument;
  #definitionsLeft = definitionsTogether;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /**
   * The schema as one of JSON Schema 2020-12 that needs nothing but itself: what it refers to stands in its `$defs`. What
   * cannot be brought over is left out, with a note; the schema then takes more records, never less.
   */
  translate(root: JsonCursor): JsonObject {
    const translation = new Translation(this.#document, root, Math.min(definitionsEach, this.#definitionsLeft));
    const { schema, definitions } = translation.run();
    this.#definitionsLeft -= definitions;
    return schema;
  }
}

class Translation {
  readonly #document: OpenApiDocument;
  readonly #root: JsonCursor;
  readonly #rootPlace: string;
  readonly #limit: number;
  /** Names under `$defs`, by the pointer of what they stand for. */
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, Json>();
  readonly #waiting: JsonCursor[] = [];
  /** Pointers of the schemas in hand, all of which apply to one and the same value. */
  readonly #applied: string[] = [];
  #depth = 0;
  /** Whether something was left out that a record would have to fit. */
  #lacks = false;

  constructor(document: OpenApiDocument, root: JsonCursor, limit: number) {
    this.#document = document;
    this.#root = root;
    this.#rootPlace = root.pointer;
    this.#limit = limit;
  }

  run(): { readonly schema: JsonObject; readonly definitions: number } {
    this.#applied.push(this.#rootPlace);
    const schema = this.#merged() ?? this.#object(this.#root, true);
    this.#applied.pop();
    for (const spot of this.#waiting) this.#define(spot);
    const definitions = this.#definitions.size;
    const whole = { ...schema, ...(definitions === 0 ? undefined : { $defs: Object.fromEntries(this.#definitions) }) };
    return { schema: this.#lacks ? loosened(whole) : whole, definitions };
  }

  /** Where the root extends others and nothing but members is put together, all of that as one schema. */
  #merged(): JsonObject | undefined {
    const parts = this.#document.parts(this.#root);
    const names = parts.flatMap((part) => Object.keys(part.member('properties').object));
    if (parts.length < 2 || new Set(names).size < names.length || !parts.every(isPlain)) return undefined;
    const merged = new Map<string, Json>();
    for (const part of parts) {
      for (const keyword of part.members().filter(({ name }) => name !== 'allOf')) {
        for (const [name, value] of this.#keyword(keyword, part, true)) {
          merged.set(name, together(name, merged.get(name), value));
        }
      }
    }
    return withoutOneWay(Object.fromEntries(merged));
  }

  #schema(spot: JsonCursor, inPlace: boolean): Json {
    if (typeof spot.value === 'boolean') return spot.value;
    if (!isJsonObject(spot.value)) this.#leaveOut('not-schema', spot.pointer, spot);
    return this.#object(spot, inPlace);
  }

  /** `inPlace`: it applies to the same value as the definition that it stands in. */
  #object(spot: JsonCursor, inPlace: boolean): JsonObject {
    this.#depth += 1;
    const reference = spot.member('$ref').text;
    const behind = reference === undefined ? [] : this.#reference(reference, spot, inPlace);
    // What stands beside a reference counts from 3.1 on.
    const isAlone = reference !== undefined && this.#document.version === '3.0';
    const own = isAlone ? [] : spot.members().flatMap((keyword) => this.#keyword(keyword, spot, inPlace));
    this.#depth -= 1;
    return withoutOneWay(Object.fromEntries([...behind, ...own]));
  }

  #keyword(spot: JsonCursor, { object: schema }: JsonCursor, inPlace: boolean): readonly Member[] {
    const { name, value = null } = spot;
    const older = this.#document.version === '3.0' ? keywordOf30(name, schema) : undefined;
    if (older) return older;
    if (name === 'example') return Object.hasOwn(schema, 'examples') ? [] : [['examples', [value]]];
    const keyword = keywordOf(name);
    switch (keyword.kind) {
      case 'schemas':
        return this.#schemas(spot, keyword.keyword, inPlace);
      case 'value':
        return keyword.fits(value) ? [[name, value]] : this.#leaveOut('value', name, spot);
      case 'unsupported':
        return this.#leaveOut('keyword', name, spot);
      case 'unknown':
        this.#document.notes.add('keyword', name, spot);
        return [];
      case 'passed-over':
        return [];
      default:
        return assertNever(keyword);
    }
  }

  #schemas(spot: JsonCursor, keyword: SchemaKeyword, inPlace: boolean): readonly Member[] {
    const { name, value } = spot;
    const translate = (inner: JsonCursor) => this.#schema(inner, inPlace && keyword.inPlace);
    if (keyword.holds === 'one' && !isJsonArray(value)) return [[name, translate(spot)]];
    if (keyword.holds === 'list' && isJsonArray(value) && value.length > 0) {
      return [[name, spot.elements().map(translate)]];
    }
    if (keyword.holds === 'map' && isJsonObject(value)) {
      const usable = spot.members().filter((inner) => name !== 'patternProperties' || this.#isPattern(inner));
      return [[name, Object.fromEntries(usable.map((inner) => [inner.name, translate(inner)]))]];
    }
    return this.#leaveOut('value', name, spot);
  }

  #isPattern(spot: JsonCursor): boolean {
    const is = isPattern(spot.name);
    if (!is) this.#leaveOut('value', 'patternProperties', spot);
    return is;
  }

  /**
   * A reference to where its target will stand. One in place is followed at once: when it comes back to a schema in hand,
   * checking a value would never end.
   */
  #reference(reference: string, from: JsonCursor, inPlace: boolean): readonly Member[] {
    const target = this.#document.target(reference, from);
    if (target.value === undefined) {
      this.#lacks = true;
      return [];
    }
    const place = target.pointer;
    if (inPlace && this.#applied.includes(place)) return this.#leaveOut('circle', reference, from);
    if (place === this.#rootPlace) return [['$ref', '#']];
    const name = this.#names.get(place) ?? this.#newName(target, place);
    if (name === undefined || (inPlace && this.#depth > deepest)) return this.#leaveOut('large', reference, from);
    if (inPlace) this.#define(target);
    return [['$ref', `#/$defs/${name}`]];
  }

  /** Undefined when there are too many already. */
  #newName(target: JsonCursor, place: string): string | undefined {
    if (this.#names.size >= this.#limit) return undefined;
    const plain = target.name.replace(/[^\w.-]/g, '_');
    const taken = new Set(this.#names.values());
    let name = plain;
    for (let number = 2; taken.has(name); number++) name = `${plain}-${number}`;
    this.#names.set(place, name);
    this.#waiting.push(target);
    return name;
  }

  /** Notes the loss of something that a record would have to fit. */
  #leaveOut(reason: NoteReason, subject: string, at: JsonCursor): readonly Member[] {
    this.#document.notes.add(reason, subject, at);
    this.#lacks = true;
    return [];
  }

  #define(target: JsonCursor): void {
    const place = target.pointer;
    const name = this.#names.get(place) ?? '';
    if (this.#definitions.has(name)) return;
    this.#applied.push(place);
    this.#definitions.set(name, this.#schema(target, true));
    this.#applied.pop();
  }
}

/** Keywords that can be put together by putting their values together, or by taking the first. */
const plainKeywords: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'allOf'],
  ...['title', 'description', 'examples', 'default', 'deprecated'],
]);

function isPlain({ object: schema }: JsonCursor): boolean {
  const type = member(schema, 'type');
  const names = Object.keys(schema);
  return (
    (type === undefined || type === 'object') &&
    names.every(
      (name) => plainKeywords.has(name) || keywordOf(name).kind === 'passed-over' || keywordOf(name).kind === 'unknown',
    )
  );
}

function together(name: string, there: Json | undefined, value: Json): Json {
  if (there === undefined) return value;
  if (name === 'properties' && isJsonObject(there) && isJsonObject(value)) return { ...there, ...value };
  if (name === 'required' && isJsonArray(there) && isJsonArray(value)) return [...new Set([...there, ...value])];
  return there;
}
