/** Parts of the workspace's JSON Schema. */
import type { Json, JsonObject } from '../../../domain/json/json.ts';

export const text: JsonObject = { type: 'string' };
export const filledText: JsonObject = { type: 'string', minLength: 1 };
export const textOrNull: JsonObject = { type: ['string', 'null'], minLength: 1 };

export function described(description: string, schema: JsonObject): JsonObject {
  return { description, ...schema };
}

export function matching(pattern: RegExp): JsonObject {
  return { type: 'string', pattern: pattern.source };
}

export function integer([minimum, maximum]: readonly [least: number, most: number]): JsonObject {
  return { type: 'integer', minimum, maximum };
}

export function oneOf(words: readonly string[]): JsonObject {
  return { enum: words };
}

export function list(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** An object with these members and no others. */
export function closed(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** `if`, `then` and `else`: the pointer of a fault stays that of the branch that applies, which `oneOf` would hide. */
export function schemaIf(condition: JsonObject, consequent: JsonObject, alternative: JsonObject = {}): JsonObject {
  return Object.fromEntries([
    ['if', condition],
    ['then', consequent],
    ['else', alternative],
  ]);
}

/** A test of {@link schemaIf}: the member has this value. */
export function has(member: string, value: Json): JsonObject {
  return { required: [member], properties: { [member]: { const: value } } };
}
