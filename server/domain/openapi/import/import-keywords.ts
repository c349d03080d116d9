/** The supported keywords of JSON Schema 2020-12 and the form of their values. */
import { isJsonArray, isJsonObject, type Json } from '../../json/json.ts';

/** A keyword that holds one schema, a list or an object of them. `inPlace` if they apply to the same value as their parent. */
export interface SchemaKeyword {
  readonly holds: 'one' | 'list' | 'map';
  readonly inPlace: boolean;
}

const inPlace = (holds: SchemaKeyword['holds']): SchemaKeyword => ({ holds, inPlace: true });
const inside = (holds: SchemaKeyword['holds']): SchemaKeyword => ({ holds, inPlace: false });

const schemaKeywords: Readonly<Record<string, SchemaKeyword>> = {
  allOf: inPlace('list'),
  anyOf: inPlace('list'),
  oneOf: inPlace('list'),
  not: inPlace('one'),
  if: inPlace('one'),
  then: inPlace('one'),
  else: inPlace('one'),
  dependentSchemas: inPlace('map'),
  items: inside('one'),
  prefixItems: inside('list'),
  contains: inside('one'),
  unevaluatedItems: inside('one'),
  properties: inside('map'),
  patternProperties: inside('map'),
  additionalProperties: inside('one'),
  unevaluatedProperties: inside('one'),
  propertyNames: inside('one'),
};

type Test = (value: Json) => boolean;

const anything: Test = () => true;
const text: Test = (value) => typeof value === 'string';
const flag: Test = (value) => typeof value === 'boolean';
const number: Test = (value) => typeof value === 'number';
const count: Test = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const list: Test = (value) => isJsonArray(value);
const names: Test = (value) => isJsonArray(value) && value.every(text) && new Set(value).size === value.length;
const typeNames: readonly Json[] = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
const isTypeName: Test = (value) => typeNames.includes(value);

const valueKeywords: Readonly<Record<string, Test>> = {
  title: text,
  description: text,
  $comment: text,
  format: text,
  contentEncoding: text,
  contentMediaType: text,
  default: anything,
  examples: list,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
  type: (value) =>
    isJsonArray(value) ? value.length > 0 && names(value) && value.every(isTypeName) : isTypeName(value),
  const: anything,
  enum: (value) => isJsonArray(value) && value.length > 0,
  multipleOf: (value) => typeof value === 'number' && value > 0,
  maximum: number,
  exclusiveMaximum: number,
  minimum: number,
  exclusiveMinimum: number,
  maxLength: count,
  minLength: count,
  pattern: (value) => typeof value === 'string' && isPattern(value),
  maxItems: count,
  minItems: count,
  uniqueItems: flag,
  maxContains: count,
  minContains: count,
  maxProperties: count,
  minProperties: count,
  required: names,
  dependentRequired: (value) => isJsonObject(value) && Object.values(value).every(names),
};

/** Keywords without meaning for records, or whose meaning is imported in another way. */
const ignored: ReadonlySet<string> = new Set([
  '$ref',
  '$schema',
  '$defs',
  'definitions',
  'xml',
  'externalDocs',
  'example',
]);

/** Keywords that restrict records and cannot be imported. */
const unsupported: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef']);

export type Keyword =
  | { readonly kind: 'schemas'; readonly keyword: SchemaKeyword }
  | { readonly kind: 'value'; readonly fits: Test }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unsupported' }
  /** Not a keyword of JSON Schema, such as `discriminator`. */
  | { readonly kind: 'unknown' };

export function keywordOf(name: string): Keyword {
  const keyword = Object.hasOwn(schemaKeywords, name) ? schemaKeywords[name] : undefined;
  if (keyword) return { kind: 'schemas', keyword };
  const fits = Object.hasOwn(valueKeywords, name) ? valueKeywords[name] : undefined;
  if (fits) return { kind: 'value', fits };
  if (ignored.has(name) || name.startsWith('x-')) return { kind: 'ignored' };
  return { kind: unsupported.has(name) ? 'unsupported' : 'unknown' };
}

/** Lookaround and back references, which need a backtracking matcher. */
const backtracking = /\(\?<?[=!]|\\[1-9]|\\k</;

/** True for a regular expression of JSON Schema (ECMAScript with the flag u) that can be matched in linear time. */
export function isPattern(text: string): boolean {
  if (backtracking.test(text)) return false;
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
