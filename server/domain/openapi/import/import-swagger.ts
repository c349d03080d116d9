/**
 * Rewrites Swagger 2.0 as OpenAPI 3.0, as far as an import reads it: the bodies of requests and responses. References keep
 * their targets, because `definitions`, `parameters` and `responses` stay where they are.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { parsePointer, valueAt } from '../../json/pointer.ts';

export function isSwagger(document: Json): document is JsonObject {
  const version = isJsonObject(document) ? member(document, 'swagger') : undefined;
  return typeof version === 'string' && /^2\.0/.test(version);
}

export function fromSwagger(document: JsonObject): JsonObject {
  const { swagger: _, basePath, ...others } = document;
  const types = mediaTypes(document, 'produces', ['application/json']);
  return {
    openapi: '3.0.3',
    ...others,
    ...(basePath !== undefined && { servers: [{ url: basePath }] }),
    paths: mapObjects(member(document, 'paths'), (item) => pathItem(document, item)),
    responses: mapObjects(member(document, 'responses'), (response) => withContent(response, types)),
  };
}

/** Each operation is an object, the parameters of the path are an array. */
function pathItem(document: JsonObject, item: JsonObject): JsonObject {
  const shared = member(item, 'parameters');
  return mapObjects(item, (operation) => {
    const own = member(operation, 'parameters');
    const parameters = [...elements(own), ...elements(shared)].map((parameter) => followed(document, parameter));
    const body = parameters.find((parameter) => member(parameter, 'in') === 'body');
    const accepted = mediaTypes(operation, 'consumes', mediaTypes(document, 'consumes', ['application/json']));
    const sent = mediaTypes(operation, 'produces', mediaTypes(document, 'produces', ['application/json']));
    return {
      ...operation,
      parameters: elements(own),
      ...(body && { requestBody: { content: contentOf(member(body, 'schema') ?? {}, accepted) } }),
      responses: mapObjects(member(operation, 'responses'), (response) => withContent(response, sent)),
    };
  });
}

function withContent(response: JsonObject, types: readonly string[]): JsonObject {
  const schema = member(response, 'schema');
  return schema === undefined
    ? response
    : { ...response, content: contentOf(schema, types, member(response, 'examples')) };
}

function contentOf(schema: Json, types: readonly string[], examples?: Json): JsonObject {
  const exampleOf = (type: string) => (isJsonObject(examples) ? member(examples, type) : undefined);
  return Object.fromEntries(
    types.map((type) => {
      const example = exampleOf(type);
      return [type, { schema, ...(example !== undefined && { example }) }];
    }),
  );
}

function mediaTypes(holder: JsonObject, name: string, fallback: readonly string[]): readonly string[] {
  const types = elements(member(holder, name)).filter((type) => typeof type === 'string');
  return types.length > 0 ? types : fallback;
}

function followed(document: JsonObject, parameter: Json): JsonObject {
  const reference = isJsonObject(parameter) ? member(parameter, '$ref') : undefined;
  const pointer =
    typeof reference === 'string' && reference.startsWith('#') ? parsePointer(reference.slice(1)) : undefined;
  const target = pointer?.ok ? valueAt(document, pointer.value) : parameter;
  return isJsonObject(target) ? target : {};
}

function elements(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

/** Maps the members that are objects; a value that is no object is an empty one. */
function mapObjects(value: Json | undefined, change: (inner: JsonObject) => JsonObject): JsonObject {
  if (!isJsonObject(value)) return {};
  const map = ([name, inner]: readonly [string, Json]) => [name, isJsonObject(inner) ? change(inner) : inner] as const;
  return Object.fromEntries(Object.entries(value).map(map));
}
