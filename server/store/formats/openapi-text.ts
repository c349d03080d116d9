/** Detects OpenAPI and Swagger documents by the member with their version. */
import { isJsonObject, type Json, member } from '../../domain/json/json.ts';

/** True if a line of the text begins with the member. */
export function isOpenApiYaml(text: string): boolean {
  return /^(["']?)(?:openapi|swagger)\1[ \t]*:/m.test(text);
}

/** True if a text, which need not be valid JSON, has the member anywhere. */
export function isOpenApiJson(text: string): boolean {
  return /"(?:openapi|swagger)"\s*:\s*"/.test(text);
}

export function isOpenApi(document: Json): boolean {
  if (!isJsonObject(document)) return false;
  return typeof member(document, 'openapi') === 'string' || typeof member(document, 'swagger') === 'string';
}
