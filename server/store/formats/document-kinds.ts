/** Tells JSON documents apart by their members, and finds the lists of records in them. */
import { isJsonArray, isJsonObject, type Json, member } from '../../domain/json/json.ts';
import { quote, valueName } from '../../domain/json/wording.ts';
import { collectionNameRule, isCollectionName } from '../../domain/model/collection-definition.ts';

/** True for an HTTP archive. */
export function isHar(value: Json): boolean {
  const log = isJsonObject(value) ? member(value, 'log') : undefined;
  return isJsonObject(log) && isJsonArray(member(log, 'entries'));
}

/** Why a file of another kind that the program itself writes or reads has no records, as a sentence; undefined for other values. */
export function otherKindOf(document: Json): string | undefined {
  const members = isJsonObject(document) ? Object.entries(document) : [];
  const [[name, list] = ['', null]] = members;
  if (members.length !== 1 || !isJsonArray(list) || list.length === 0) return undefined;
  const haveAll = (...names: readonly string[]) =>
    list.every((one) => isJsonObject(one) && names.every((own) => member(one, own) !== undefined));
  if (name === 'scenarios' && haveAll('name', 'rules')) {
    return 'This is a file of scenarios; open a workspace and import them there.';
  }
  return name === 'expectations' && haveAll('path') && !haveAll('id')
    ? 'This is a file of expectations, which serve takes with --verify.'
    : undefined;
}

/** The members of a json-server file that are arrays of records, and a note for each other one. */
export function listsIn(document: Json): { readonly lists: readonly string[]; readonly notes: readonly string[] } {
  const members = isJsonObject(document) ? Object.entries(document) : [];
  const isList = ([name, value]: readonly [string, Json]) => isCollectionName(name) && mayBeRecords(value);
  return {
    lists: members.filter(isList).map(([name]) => name),
    notes: members.filter((one) => !isList(one)).map(([name, value]) => noteUnused(name, value)),
  };
}

/** True for an array without elements or with an object among them. */
function mayBeRecords(value: Json): boolean {
  return isJsonArray(value) && (value.length === 0 || value.some(isJsonObject));
}

/** Members in which APIs wrap their lists. */
const wrappers = ['data', 'results', 'records', 'rows', 'items', 'content', 'value', 'entries', 'hits'];

/**
 * The name of the only array in an object such as `{"data": […], "total": 3}`, which is the list itself; undefined for any
 * other value. An array that is alone and not called `data` may be a collection of a json-server file.
 */
export function wrapperIn(document: Json): string | undefined {
  const members = isJsonObject(document) ? Object.entries(document) : [];
  const arrays = members.filter(([, value]) => isJsonArray(value));
  const [[name, list] = ['', null]] = arrays;
  const isWrapper = name === 'data' || (wrappers.includes(name) && members.length > 1);
  return arrays.length === 1 && isWrapper && mayBeRecords(list) ? name : undefined;
}

/**
 * True also for a workspace without `format`, so that the refusal asks for it. In a json-server file, a member of this name
 * is an array.
 */
export function isWorkspaceDocument(document: Json): boolean {
  if (!isJsonObject(document)) return false;
  return typeof member(document, 'format') === 'string' || isJsonObject(member(document, 'collections'));
}

function noteUnused(name: string, value: Json): string {
  const reason = isCollectionName(name) ? `it is ${valueName(value)}, not an array of records` : collectionNameRule;
  return `${quote(name)} was not used: ${reason}.`;
}

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
