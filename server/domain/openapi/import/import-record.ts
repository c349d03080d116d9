/** Finds the schema and the key of a resource's records. */
import { isJsonArray, jsonEqual } from '../../json/json.ts';
import type { JsonCursor } from '../../json/json-cursor.ts';
import { keyCandidates, nameAmong } from '../../records/recognize-key.ts';
import { nothing, type OpenApiDocument } from './import-document.ts';
import { type Body, bodiesOf, nowhere, type Resource, responseBodies } from './import-resources.ts';

export interface RecordForm {
  readonly schema: JsonCursor;
  readonly key: string;
}

/** An array of records: the whole body, or a member of an envelope. */
export interface ListPlace {
  readonly member: string | null;
  readonly array: JsonCursor;
  /** The schema of its elements. */
  readonly element: JsonCursor;
}

/** The search depth in nested alternatives. */
const alternativeLevels = 2;

/**
 * Returns the first schema with a key among the schemas of a resource's bodies. If none has a key, its records get the
 * parameter of their path as one, with a note; without such a path, and without a schema, returns undefined.
 */
export function recordForm(document: OpenApiDocument, resource: Resource): RecordForm | undefined {
  const { path, item } = resource.list ?? resource.record ?? nowhere;
  if (!resource.record && !isList(document, item)) return undefined;
  const schemas = bodiesOf(document, resource)
    .map((body) => schemaIn(document, body))
    .filter(({ value }) => value !== undefined);
  const candidates = candidatesOf(resource);
  for (const schema of schemas) {
    const key = resource.key ?? nameAmong(keyNames(document, schema), candidates);
    if (key !== undefined) return { schema, key };
  }
  const [first] = schemas;
  if (first && resource.parameter !== undefined && isObject(document, first)) {
    document.notes.add('keyed', `${path} by ${resource.parameter}`, item);
    return { schema: first, key: resource.parameter };
  }
  if (resource.record) document.notes.add(schemas.length === 0 ? 'no-schema' : 'no-key', path, item);
  return undefined;
}

/**
 * True for a path that is that of a list although the document has no path for its records: a GET responds with an array, in
 * an envelope without an id of its own, or a POST with 201.
 */
function isList(document: OpenApiDocument, item: JsonCursor): boolean {
  const get = item.member('get');
  if (get.value === undefined) return item.member('post').member('responses').member('201').value !== undefined;
  return responseBodies(document, 'list', get).some(({ media }) => {
    const schema = document.schema(media.member('schema'));
    return listPlace(document, schema) !== undefined && !memberNames(document, schema).some(isIdName);
  });
}

function isIdName(name: string): boolean {
  return /^_?id$|Id$/.test(name);
}

/** The name of the parameter, then the usual names of keys. A list without a path for its records needs a plain one. */
function candidatesOf({ parameter, segments }: Resource): readonly string[] {
  const usual = keyCandidates(segments.at(-1) ?? '');
  return parameter === undefined ? usual : [parameter, ...usual];
}

/** The schema of a record in a body, without an envelope such as `{"data": …}`. */
function schemaIn(document: OpenApiDocument, { holds, media }: Body): JsonCursor {
  const schema = document.schema(media.member('schema'));
  if (holds === 'list') return listPlace(document, schema)?.element ?? nothing;
  const inner = wrappedRecord(document, schema);
  return inner ? document.schema(inner) : schema;
}

/** The member `data` of an envelope: an object, beside nothing that could be a key. */
export function wrappedRecord(document: OpenApiDocument, schema: JsonCursor): JsonCursor | undefined {
  if (memberNames(document, schema).some(isIdName)) return undefined;
  const data = document.parts(schema).map((part) => part.member('properties').member('data'));
  return data.find((member) => member.value !== undefined && isObject(document, document.schema(member)));
}

/**
 * Finds the list in a body: the body itself, or the only member that is an array of objects. Of several such members, the
 * only one whose elements have the schema of `form`.
 */
export function listPlace(document: OpenApiDocument, schema: JsonCursor, form?: RecordForm): ListPlace | undefined {
  const places = document.parts(schema).flatMap((part): readonly ListPlace[] => {
    if (part.member('items').value !== undefined) return [placeOf(document, null, part)];
    return part
      .member('properties')
      .members()
      .flatMap((property) => {
        const array = document.parts(property).find((inner) => inner.member('items').value !== undefined);
        const place = array && placeOf(document, property.name, array);
        return place && isObject(document, place.element) ? [place] : [];
      });
  });
  if (places.length <= 1 || !form) return places.length === 1 ? places[0] : undefined;
  const fitting = places.filter(({ element }) => jsonEqual(element.value, form.schema.value));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function placeOf(document: OpenApiDocument, member: string | null, array: JsonCursor): ListPlace {
  return { member, array, element: document.schema(array.member('items')) };
}

function isObject(document: OpenApiDocument, schema: JsonCursor): boolean {
  return document
    .parts(schema)
    .some(({ object }) =>
      ['properties', 'additionalProperties', 'oneOf', 'anyOf'].some((name) => Object.hasOwn(object, name)),
    );
}

/** True if a schema, or each of its alternatives, has the member. */
export function hasMember(document: OpenApiDocument, schema: JsonCursor, name: string): boolean {
  return memberNames(document, schema).includes(name);
}

/** The members of a schema that can tell records apart: texts and numbers with more than a few values. */
function keyNames(document: OpenApiDocument, schema: JsonCursor): readonly string[] {
  return memberNames(document, schema).filter((name) => {
    const parts = document.parts(schema).flatMap((part) => document.parts(part.member('properties').member(name)));
    return parts.every(({ object }) => {
      const { type } = object;
      const isSingle =
        type === undefined || isJsonArray(type) || type === 'string' || type === 'integer' || type === 'number';
      return isSingle && !Object.hasOwn(object, 'enum') && !Object.hasOwn(object, 'const');
    });
  });
}

/** The names of the members that a schema, or each of its alternatives, describes or requires. */
export function memberNames(
  document: OpenApiDocument,
  schema: JsonCursor,
  levels = alternativeLevels,
): readonly string[] {
  const names = new Set<string>();
  for (const part of document.parts(schema)) {
    for (const { name } of part.member('properties').members()) names.add(name);
    for (const { text } of part.member('required').elements()) if (text !== undefined) names.add(text);
    if (levels === 0) continue;
    for (const keyword of ['oneOf', 'anyOf']) {
      const [first, ...others] = part
        .member(keyword)
        .elements()
        .map((one) => memberNames(document, one, levels - 1));
      for (const name of first ?? []) if (others.every((other) => other.includes(name))) names.add(name);
    }
  }
  return [...names];
}
