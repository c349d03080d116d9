/** Finds the schema and the key of a resource's records. */
import { jsonEqual } from '../../json/json.ts';
import type { JsonCursor } from '../../json/json-cursor.ts';
import { nothing, type OpenApiDocument } from './import-document.ts';
import { type Body, bodiesOf, type Resource } from './import-resources.ts';

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
 * Returns the first schema with a key among the schemas of a resource's bodies. Otherwise adds a note and returns
 * undefined.
 */
export function recordForm(document: OpenApiDocument, resource: Resource): RecordForm | undefined {
  const { path, item } = resource.list ?? resource.record;
  const schemas = bodiesOf(document, resource)
    .map((body) => schemaIn(document, body))
    .filter(({ value }) => value !== undefined);
  const candidates = keyCandidates(resource);
  for (const schema of schemas) {
    const key = resource.key ?? candidates.find((name) => hasMember(document, schema, name));
    if (key !== undefined) return { schema, key };
  }
  document.notes.add(schemas.length === 0 ? 'no-schema' : 'no-key', path, item);
  return undefined;
}

/** The name of the parameter, then `id`, then the singular of the collection's name with `Id`. */
function keyCandidates({ parameter, segments }: Resource): readonly string[] {
  const name = segments.at(-1) ?? '';
  const singular = [name.replace(/ies$/, 'y'), name.replace(/s$/, ''), name];
  return [parameter, 'id', ...singular.map((word) => `${word}Id`)];
}

/** The schema of a record in a body. */
function schemaIn(document: OpenApiDocument, { holds, media }: Body): JsonCursor {
  const schema = document.schema(media.member('schema'));
  return holds === 'list' ? (listPlace(document, schema)?.element ?? nothing) : schema;
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
export function hasMember(
  document: OpenApiDocument,
  schema: JsonCursor,
  name: string,
  levels = alternativeLevels,
): boolean {
  return document.parts(schema).some((part) => {
    if (part.member('properties').member(name).value !== undefined) return true;
    if (
      part
        .member('required')
        .elements()
        .some((required) => required.value === name)
    )
      return true;
    return ['oneOf', 'anyOf'].some((keyword) => {
      const alternatives = part.member(keyword).elements();
      return (
        levels > 0 && alternatives.length > 0 && alternatives.every((one) => hasMember(document, one, name, levels - 1))
      );
    });
  });
}
