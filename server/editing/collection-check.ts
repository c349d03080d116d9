import type { CollectionCheck, RecordFault } from '../contract/schema/output.ts';
import { takeInPieces, type Work } from '../domain/basics/work.ts';
import { FieldCatalogue } from '../domain/fields/fields.ts';
import { member } from '../domain/json/json.ts';
import { formatPointer } from '../domain/json/pointer.ts';
import { count, quote } from '../domain/json/wording.ts';
import {
  type CollectionDefinition,
  collectionNameRule,
  isCollectionName,
} from '../domain/model/collection-definition.ts';
import { pathFault } from '../domain/model/collection-path.ts';
import { idOf } from '../domain/records/key-index.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { pathClashes } from '../domain/request/path-clashes.ts';
import { fillPath, paths } from '../domain/request/paths.ts';
import { parseSortText } from '../domain/sort/sort-parameter.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

/** Faults listed in full. */
const shownFaults = 10;

/** Why a definition cannot be that of a new collection, or of an existing one; empty if it can. */
export function* definitionErrors(
  workspace: LiveWorkspace,
  existing: SharedCollection | undefined,
  definition: CollectionDefinition,
): Work<readonly RecordFault[]> {
  const before = existing?.definition;
  const { name, key, sort, time } = definition;
  const errors: RecordFault[] = [];
  const refuse = (member: string, detail: string) => errors.push({ pointer: formatPointer([member]), detail });
  if (!isCollectionName(name)) refuse('name', `${quote(name)} cannot be part of a path: ${collectionNameRule}`);
  else if (name !== before?.name && workspace.collections.has(name))
    refuse('name', `there is a collection ${name} already`);
  else if (before?.name === 'users' && name !== 'users') refuse('name', 'GET /users/{userId} reads users');
  errors.push(...pathFaults(workspace, before, definition));
  const compiled = yield* workspace.schemas.tryCompile(definition);
  if (!compiled.ok) refuse('schema', compiled.problem.detail);
  const fields = new FieldCatalogue(definition);
  if (existing) fields.merge(yield* existing.indexFields());
  const isKnown = (field: string) => !existing || fields.find(field) !== undefined || existing.size === 0;
  if (sort !== null && sort !== before?.sort) {
    const terms = parseSortText(sort);
    if (!terms.ok) refuse('sort', terms.problem.detail);
    else
      for (const { name: field } of terms.value) if (!isKnown(field)) refuse('sort', `no record has ${quote(field)}`);
  }
  if (time !== null && time !== before?.time && !isKnown(time)) refuse('time', `no record has ${quote(time)}`);
  if (existing && before && key !== before.key) {
    if (before.name === 'users' && before.key === 'userId') refuse('key', 'GET /users/{userId} finds users by userId');
    else {
      const without = yield* recordsWithoutKey(existing, key);
      if (without.length > 0) {
        const first = without.slice(0, 3).map(quote).join(', ');
        const which = `${count(without.length, 'record')}, such as ${first},`;
        refuse('key', `${which} ${without.length === 1 ? 'has' : 'have'} no ${quote(key)} of their own`);
      }
    }
  }
  return errors;
}

/** Why the paths of a definition cannot be used, or its name, which is a path too. */
function pathFaults(
  { collections, settings }: LiveWorkspace,
  before: CollectionDefinition | undefined,
  definition: CollectionDefinition,
): readonly RecordFault[] {
  const { name, paths: own = [] } = definition;
  const faults = own.flatMap((path, index) => {
    const reason = pathFault(path);
    return reason === undefined ? [] : [faultOfPath(index, `${quote(path.path)} ${reason}`)];
  });
  if (faults.length > 0) return faults;
  const others = Array.from(collections.values(), (collection) => collection.definition);
  const all = [...others.filter((one) => one !== before), definition].map(withPathsBelowApi);
  return pathClashes(all, settings)
    .filter(({ collection }) => collection === name)
    .map(({ path, index, reason }) =>
      index < pathsBelowApi.length
        ? { pointer: formatPointer(['name']), detail: `${path} ${reason}` }
        : faultOfPath(index - pathsBelowApi.length, `${path} ${reason}`),
    );
}

const pathsBelowApi = [paths.list, paths.record];

/** The paths that a collection has by its name come first. */
function withPathsBelowApi({
  name,
  paths: own = [],
}: CollectionDefinition): Pick<CollectionDefinition, 'name' | 'paths'> {
  return { name, paths: [...pathsBelowApi.map((path) => ({ path: fillPath(path, name), record: null })), ...own] };
}

function faultOfPath(index: number, detail: string): RecordFault {
  return { pointer: formatPointer(['paths', String(index)]), detail };
}

/** The ids of records, on either level, whose member is no key or is the key of another one. */
function* recordsWithoutKey(collection: SharedCollection, key: string): Work<readonly string[]> {
  const without = new Set<string>();
  for (const level of [collection.fixtures(), collection.snapshot()]) {
    const known = new Set<string>();
    yield* takeInPieces(level, ({ id, value }) => {
      const own = idOf(member(value, key));
      if (own === undefined || known.has(own)) without.add(id);
      else known.add(own);
    });
  }
  return [...without];
}

/** The live records that would not fit the schema of a definition, which must compile. */
export function* faultyRecords(
  workspace: LiveWorkspace,
  collection: SharedCollection,
  definition: CollectionDefinition,
): Work<Pick<CollectionCheck, 'records' | 'faulty' | 'faults'>> {
  const faults: CollectionCheck['faults'][number][] = [];
  let records = 0;
  let faulty = 0;
  for (const { id, value } of collection.snapshot()) {
    records += 1;
    // Before each, because one may have thousands of members.
    yield;
    const own = workspace.checkSchema(definition, value);
    if (own.length > 0) faulty += 1;
    if (faults.length >= shownFaults) continue;
    for (const { pointer, member: extra, detail } of own) {
      faults.push({ id, pointer: extra === undefined ? pointer : pointer + formatPointer([extra]), detail });
    }
  }
  return { records, faulty, faults: faults.slice(0, shownFaults) };
}
