/** What the records of a resource look like, and which member is their key. */
import { jsonEqual } from '../../json/json.ts';
import type { JsonCursor } from '../../json/json-cursor.ts';
import { nothing, type OpenApiDocument } from './import-document.ts';
import { type Body, bodiesOf, type Resource } from './import-resources.ts';

export interface RecordForm {
  readonly schema: JsonCursor;
  readonly key: string;
}

/** An array of records: the whole body, or that member of an envelope. */
export interface ListPlace {
  readonly member: string | null;
  readonly array: JsonCursor;
  /** The schema of its elements. */
  readonly element: JsonCursor;
}

/** Alternatives within alternatives that are looked into. */
const alternativeLevels = 2;

/**
 * The form of a resource's records: of the schemas that its bodies have, the first that has a key. Undefined, and a note,
 * where there is none.
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

/** The parameter's own name, then `id`, then the name of the thing with `Id`. */
function keyCandidates({ parameter, segments }: Resource): readonly string[] {
  const name = segments.at(-1) ?? '';
  const singular = [name.replace(/ies$/, 'y'), name.replace(/s$/, ''), name];
  return [parameter, 'id', ...singular.map((thing) => `${thing}Id`)];
}

/** The schema of the record, or of the records, in a body. */
function schemaIn(document: OpenApiDocument, { holds, media }: Body): JsonCursor {
  const schema = document.schema(media.member('schema'));
  return holds === 'list' ? (listPlace(document, schema)?.element ?? nothing) : schema;
}

/**
 * Where a body has its list: it is an array, or an object in which one member is an array of objects. Of several such
 * members only one whose elements have the form of the records is taken.
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

/** Whether the records of a schema have that member, in each of its alternatives. */
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
