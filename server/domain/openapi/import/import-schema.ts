import { assertNever, type Result } from '../../basics/result.ts';
import type { Work } from '../../basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../json/json.ts';
import type { JsonCursor } from '../../json/json-cursor.ts';
import type { CollectionDefinition } from '../../model/collection-definition.ts';
import type { SchemaFault } from '../../records/validate-record.ts';
import { keywordOf30, type Member, withoutOneWay } from './import-dialect.ts';
import type { OpenApiDocument } from './import-document.ts';
import { isPattern, keywordOf, type SchemaKeyword } from './import-keywords.ts';
import { loosened } from './import-loosened.ts';
import type { NoteReason } from './import-notes.ts';

/** Limits of `$defs` for each collection and for a document, because a validator compiles all of them. */
const definitionsEach = 50;
const definitionsTogether = 1000;
/** The limit of nested schemas; only hostile documents exceed it. */
const deepest = 200;

/** A JSON Schema validator. */
export interface SchemaChecks {
  /** Prepares the first compilation, which would take long otherwise. */
  readonly prepare?: () => Work<void>;
  /** Compiles the schema of a collection or says why it cannot be used. */
  tryCompile(definition: CollectionDefinition): Work<Result<null>>;
  /** All faults of a value; none without a schema. */
  check(definition: CollectionDefinition, value: JsonObject): readonly SchemaFault[];
}

/** Converts schemas of a document to schemas of collections. */
export class SchemaImport {
  readonly #document: OpenApiDocument;
  #definitionsLeft = definitionsTogether;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /**
   * Converts a schema to a self-contained one of JSON Schema 2020-12, with the targets of references in `$defs`. Unsupported
   * parts are omitted with a note; the result then accepts more records, never fewer.
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
  /** Names under `$defs` by the pointers of the schemas. */
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, Json>();
  readonly #waiting: JsonCursor[] = [];
  /** Pointers of the open schemas that apply to the same value. */
  readonly #applied: string[] = [];
  #depth = 0;
  /** True if a restriction on records was omitted. */
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
    for (const cursor of this.#waiting) this.#define(cursor);
    const definitions = this.#definitions.size;
    const whole = { ...schema, ...(definitions === 0 ? undefined : { $defs: Object.fromEntries(this.#definitions) }) };
    return { schema: this.#lacks ? loosened(whole) : whole, definitions };
  }

  /** One merged schema if the root only adds members to the schemas that it extends; else undefined. */
  #merged(): JsonObject | undefined {
    const parts = this.#document.parts(this.#root);
    const names = parts.flatMap((part) => Object.keys(part.member('properties').object));
    if (parts.length < 2 || new Set(names).size < names.length || !parts.every(isPlain)) return undefined;
    const merged = new Map<string, Json>();
    for (const part of parts) {
      for (const keyword of part.members().filter(({ name }) => name !== 'allOf')) {
        for (const [name, value] of this.#keyword(keyword, part, true)) {
          merged.set(name, mergeKeyword(name, merged.get(name), value));
        }
      }
    }
    return withoutOneWay(Object.fromEntries(merged));
  }

  #schema(cursor: JsonCursor, inPlace: boolean): Json {
    if (typeof cursor.value === 'boolean') return cursor.value;
    if (!isJsonObject(cursor.value)) this.#leaveOut('not-schema', cursor.pointer, cursor);
    return this.#object(cursor, inPlace);
  }

  /** `inPlace`: the schema applies to the same value as the definition that contains it. */
  #object(cursor: JsonCursor, inPlace: boolean): JsonObject {
    this.#depth += 1;
    const reference = cursor.member('$ref').text;
    const behind = reference === undefined ? [] : this.#reference(reference, cursor, inPlace);
    // OpenAPI 3.0 ignores keywords beside a reference.
    const isAlone = reference !== undefined && this.#document.version === '3.0';
    const own = isAlone ? [] : cursor.members().flatMap((keyword) => this.#keyword(keyword, cursor, inPlace));
    this.#depth -= 1;
    return withoutOneWay(Object.fromEntries([...behind, ...own]));
  }

  #keyword(cursor: JsonCursor, { object: schema }: JsonCursor, inPlace: boolean): readonly Member[] {
    const { name, value = null } = cursor;
    const older = this.#document.version === '3.0' ? keywordOf30(name, schema) : undefined;
    if (older) return older;
    if (name === 'example') return Object.hasOwn(schema, 'examples') ? [] : [['examples', [value]]];
    const keyword = keywordOf(name);
    switch (keyword.kind) {
      case 'schemas':
        return this.#schemas(cursor, keyword.keyword, inPlace);
      case 'value':
        return keyword.fits(value) ? [[name, value]] : this.#leaveOut('value', name, cursor);
      case 'unsupported':
        return this.#leaveOut('keyword', name, cursor);
      case 'unknown':
        this.#document.notes.add('keyword', name, cursor);
        return [];
      case 'ignored':
        return [];
      default:
        return assertNever(keyword);
    }
  }

  #schemas(cursor: JsonCursor, keyword: SchemaKeyword, inPlace: boolean): readonly Member[] {
    const { name, value } = cursor;
    const translate = (inner: JsonCursor) => this.#schema(inner, inPlace && keyword.inPlace);
    if (keyword.holds === 'one' && !isJsonArray(value)) return [[name, translate(cursor)]];
    if (keyword.holds === 'list' && isJsonArray(value) && value.length > 0) {
      return [[name, cursor.elements().map(translate)]];
    }
    if (keyword.holds === 'map' && isJsonObject(value)) {
      const usable = cursor.members().filter((inner) => name !== 'patternProperties' || this.#isPattern(inner));
      return [[name, Object.fromEntries(usable.map((inner) => [inner.name, translate(inner)]))]];
    }
    return this.#leaveOut('value', name, cursor);
  }

  #isPattern(cursor: JsonCursor): boolean {
    const is = isPattern(cursor.name);
    if (!is) this.#leaveOut('value', 'patternProperties', cursor);
    return is;
  }

  /**
   * Refers to the future place of the target. A reference in place is followed at once, to omit it if it leads back to an
   * open schema, because validation would never end.
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
    const isTooDeep = inPlace && this.#depth > deepest;
    const name = isTooDeep ? undefined : (this.#names.get(place) ?? this.#newName(target, place));
    if (name === undefined) return this.#leaveOut('large', reference, from);
    if (inPlace) this.#define(target);
    return [['$ref', `#/$defs/${name}`]];
  }

  /** Undefined if the limit of definitions is reached. */
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

  /** Notes an omitted restriction on records. */
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

/** Keywords that can be merged by uniting their values or by taking the first. */
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
      (name) => plainKeywords.has(name) || keywordOf(name).kind === 'ignored' || keywordOf(name).kind === 'unknown',
    )
  );
}

function mergeKeyword(name: string, first: Json | undefined, value: Json): Json {
  if (first === undefined) return value;
  if (name === 'properties' && isJsonObject(first) && isJsonObject(value)) return { ...first, ...value };
  if (name === 'required' && isJsonArray(first) && isJsonArray(value)) return [...new Set([...first, ...value])];
  return first;
}
