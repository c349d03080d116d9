/** How an OpenAPI document, or one of Swagger, which came before it, is told from other files: by the member with its version. */
import { isJsonObject, type Json, member } from '../../domain/json/json.ts';

/** Whether a text that is no JSON has the member at the beginning of a line. */
export function isOpenApiYaml(text: string): boolean {
  return /^(["']?)(?:openapi|swagger)\1[ \t]*:/m.test(text);
}

/** Whether a text that may be JSON has such a member anywhere. */
export function isOpenApiJson(text: string): boolean {
  return /"(?:openapi|swagger)"\s*:\s*"/.test(text);
}

export function isOpenApi(document: Json): boolean {
  if (!isJsonObject(document)) return false;
  return typeof member(document, 'openapi') === 'string' || typeof member(document, 'swagger') === 'string';
}
