import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { valueAt } from '../../../../server/domain/json/pointer.ts';

const ajv = new Ajv2020({ strict: false, validateSchema: false, formats: { 'uri-reference': /^\S*$/ } });

/** Tells which values the schema at a place of a description accepts. */
export function acceptedAt(document: JsonObject, path: readonly string[]): (value: Json) => boolean {
  const schema = valueAt(document, path);
  if (schema === undefined) throw new Error(`There is nothing at ${path.join('/')}.`);
  const validate = ajv.compile({ allOf: [schema], components: document.components });
  return (value) => validate(value) === true;
}
