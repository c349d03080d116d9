import type { Form } from '../dialect/dialect.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';

/** A text that stands for a value. */
const placeholder = /^\$[A-Za-z]+$/;

/**
 * Fills in the values of a form. A member whose value is unknown is left out; with null it stays.
 */
export function fillForm(form: Form, values: Readonly<Record<string, Json | undefined>>): JsonObject {
  const fill = (part: Json): Json | undefined => {
    if (typeof part === 'string') return placeholder.test(part) ? values[part.slice(1)] : part;
    if (isJsonArray(part)) return part.map(fill).filter((one) => one !== undefined);
    return isJsonObject(part) ? fillForm(part, values) : part;
  };
  const members = Object.entries(form).map(([name, part]) => [name, fill(part)] as const);
  return Object.fromEntries(members.filter((one): one is [string, Json] => one[1] !== undefined));
}
