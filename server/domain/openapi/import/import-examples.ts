/** Collects the records in the examples of a document. */
import { isJsonArray, isJsonObject, type JsonObject, jsonEqual, member } from '../../json/json.ts';
import type { JsonCursor } from '../../json/json-cursor.ts';
import type { CollectionDefinition } from '../../model/collection-definition.ts';
import { idOf } from '../../records/key-index.ts';
import type { FoundCollection } from './import-collections.ts';
import type { OpenApiDocument } from './import-document.ts';
import { listPlace, type RecordForm, wrappedRecord } from './import-record.ts';
import { type Body, bodiesOf } from './import-resources.ts';
import type { SchemaChecks } from './import-schema.ts';

/** The examples that are valid records of the collection. Notes the others. */
export function exampleRecords(
  document: OpenApiDocument,
  collection: FoundCollection,
  definition: CollectionDefinition,
  schemas: SchemaChecks,
): readonly JsonObject[] {
  const { name, key } = definition;
  const { notes } = document;
  const records = new Map<string, JsonObject>();
  for (const example of examplesIn(document, collection)) {
    const { value } = example;
    const id = isJsonObject(value) ? idOf(member(value, key)) : undefined;
    if (!isJsonObject(value)) notes.add('example', example.pointer, example);
    else if (id === undefined) notes.add('keyless', example.pointer, example);
    else if (!records.has(id)) {
      const [fault] = schemas.check(definition, value);
      if (fault) notes.add('invalid', `${name} ${id} (${fault.pointer} ${fault.detail})`, example);
      else records.set(id, value);
    } else if (!jsonEqual(records.get(id), value)) notes.add('repeated', `${name} ${id}`, example);
  }
  return [...records.values()];
}

function examplesIn(document: OpenApiDocument, { resources, form }: FoundCollection): readonly JsonCursor[] {
  const bodies = resources.flatMap((resource) => bodiesOf(document, resource));
  return [...bodies.flatMap((body) => recordsIn(document, body, form)), ...schemaExamples(document, form.schema)];
}

/** The records in the examples of a body; none in the body of a PATCH. */
function recordsIn(document: OpenApiDocument, { holds, media }: Body, form: RecordForm): readonly JsonCursor[] {
  const schema = media.member('schema');
  const examples = [...mediaExamples(document, media), ...schemaExamples(document, schema)];
  if (holds === 'change') return [];
  if (holds === 'record') {
    const inner = wrappedRecord(document, document.schema(schema));
    if (!inner) return examples;
    return [...examples.map((example) => example.member('data')).filter(isPresent), ...schemaExamples(document, inner)];
  }
  const place = listPlace(document, document.schema(schema), form);
  const lists = examples.map((example) => {
    const name = isJsonArray(example.value) ? null : (place?.member ?? null);
    return name === null ? example : example.member(name);
  });
  const inner = place && place.member !== null ? schemaExamples(document, place.array) : [];
  return [...lists, ...inner].flatMap((list) => {
    if (!isJsonArray(list.value)) document.notes.add('example', list.pointer, list);
    return list.elements();
  });
}

function mediaExamples(document: OpenApiDocument, media: JsonCursor): readonly JsonCursor[] {
  const named = media.member('examples').members();
  return [media.member('example'), ...named.map((example) => namedExample(document, example))].filter(isPresent);
}

function namedExample(document: OpenApiDocument, example: JsonCursor): JsonCursor {
  const { object } = document.follow(example);
  const elsewhere = member(object, 'externalValue');
  if (typeof elsewhere === 'string') document.notes.add('outside', elsewhere, example);
  return document.follow(example).member('value');
}

function schemaExamples(document: OpenApiDocument, schema: JsonCursor): readonly JsonCursor[] {
  return document
    .hops(schema)
    .flatMap((hop) => [hop.member('example'), ...hop.member('examples').elements(), hop.member('default')])
    .filter(isPresent);
}

/** Null is a common default of an optional value, not an example of a record. */
function isPresent({ value }: JsonCursor): boolean {
  return value !== undefined && value !== null;
}
