import type { CommandInput } from '../contract/command.ts';
import type { recordChangeCommands } from '../contract/commands/record-changes.ts';
import { accept, assertNever } from '../domain/basics/result.ts';
import { mapInPieces } from '../domain/basics/work.ts';
import { isJsonObject, type JsonObject, jsonEqual, member } from '../domain/json/json.ts';
import { valueAt } from '../domain/json/pointer.ts';
import { excerpt } from '../domain/json/wording.ts';
import { afterChange, withMember } from '../domain/records/bulk-change.ts';
import { levelsOf } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { changeRecords } from '../editing/change-records.ts';
import { generatedRecords, previewRecords, shownRecords } from '../editing/generate-records.ts';
import type { Wanted } from '../editing/record-changes.ts';
import { addedRecords, matchingIds } from '../editing/record-page.ts';
import { Afterwards } from '../runtime/afterwards.ts';
import type { HandlerContext, Handlers } from './context.ts';

type Change = CommandInput<'records.change'>['change'];

/** Changes of many records at once; each is one step of the history. */
export function recordChangeHandlers({
  workspaces,
  jobs,
  scheduler,
}: HandlerContext): Pick<Handlers, keyof typeof recordChangeCommands> {
  return {
    'records.change': async ({ collection: name, of, change, as, base }, { console: by }) => {
      const { current } = workspaces;
      const found = current.workspace.collection(name);
      if (!found.ok) return found;
      const collection = found.value;
      return changeRecords(current, jobs, collection, { as, by, label: labelOf(change) }, function* () {
        const ids = 'ids' in of ? accept([...new Set(of.ids)]) : yield* matchingIds(collection, of);
        if (!ids.ok) return ids;
        const paths = pathsOf(change);
        const want = (id: string) => overtaken(collection, id, base, paths) ?? wantedOf(collection, id, change);
        return accept(yield* mapInPieces(ids.value, want));
      });
    },

    'records.paste': async ({ collection: name, rows, as, base }, { console: by }) => {
      const { current } = workspaces;
      const found = current.workspace.collection(name);
      if (!found.ok) return found;
      const collection = found.value;
      return changeRecords(current, jobs, collection, { as, by, label: 'paste into' }, function* () {
        const want = (row: (typeof rows)[number]) => {
          const paths = row.cells.map(({ path }) => path);
          return (row.id === null ? undefined : overtaken(collection, row.id, base, paths)) ?? pasted(row);
        };
        return accept(yield* mapInPieces(rows, want));
      });
    },

    'records.generate': async (input, { console: by }) => {
      const { current } = workspaces;
      const found = current.workspace.collection(input.collection);
      if (!found.ok) return found;
      const collection = found.value;
      if (input.as === 'preview') {
        const first = await scheduler.run(previewRecords(current.workspace, collection, input));
        return first.ok ? accept({ records: input.count, first: first.value, added: null }) : first;
      }
      let first: readonly JsonObject[] = [];
      let ids: ReadonlySet<string> = new Set();
      const manner = { as: 'all', by, label: 'generation of', wantedShare: 0.6 } as const;
      const added = await changeRecords(current, jobs, collection, manner, function* (report) {
        const records = yield* generatedRecords(current.workspace, collection, input, report);
        if (!records.ok) return records;
        first = records.value.slice(0, shownRecords);
        ids = new Set(records.value.flatMap((value) => collection.idOf(value) ?? []));
        return accept(records.value.map((value) => ({ kind: 'create', value })));
      });
      if (!added.ok) return added;
      const place = new Afterwards(() => scheduler.run(addedRecords(collection, ids)));
      return accept({ records: added.value.records, first, added: place });
    },
  };
}

/** The beginning of an edit's label, which a record's id or the number of records completes. */
function labelOf(change: Change): string {
  if (change.kind === 'set' || change.kind === 'unset') return `change of ${excerpt(change.path.join('.'))} in`;
  return `${change.kind} of`;
}

/** The members that a change sets; the empty path is the whole record. A copy overwrites nothing. */
function pathsOf(change: Change): readonly (readonly string[])[] {
  if (change.kind === 'set' || change.kind === 'unset') return [change.path];
  return change.kind === 'duplicate' ? [] : [[]];
}

/** The refusal of a record that has changed at one of these places since the edit began. */
function overtaken(
  collection: SharedCollection,
  id: string,
  base: Readonly<Record<string, JsonObject>> | undefined,
  paths: readonly (readonly string[])[],
): Wanted | undefined {
  const begun = base && member(base, id);
  const { live, fixture } = levelsOf(collection, id);
  const shown = live ?? fixture;
  if (!isJsonObject(begun) || !shown) return undefined;
  const isSame = paths.every((path) => jsonEqual(valueAt(begun, path) ?? null, valueAt(shown, path) ?? null));
  return isSame ? undefined : { kind: 'refuse', id, reason: 'It has changed since this edit began.' };
}

function wantedOf(collection: SharedCollection, id: string, change: Change): Wanted {
  switch (change.kind) {
    case 'set':
    case 'unset':
      return { kind: 'change', id, fits: false, after: (before) => afterChange(change, before) };
    // These levels were valid before the change, or are not affected by it.
    case 'delete':
    case 'reset':
    case 'keep':
      return { kind: 'change', id, fits: true, after: (before) => afterChange(change, before) };
    case 'duplicate': {
      const { live, fixture } = levelsOf(collection, id);
      const original = live ?? fixture;
      if (!original) return { kind: 'refuse', id, reason: `There is no record ${id}.` };
      return { kind: 'create', value: withMember(original, [collection.definition.key], undefined) };
    }
    default:
      return assertNever(change);
  }
}

function pasted({ id, cells }: CommandInput<'records.paste'>['rows'][number]): Wanted {
  const fill = (record: JsonObject) =>
    cells.reduce((value, { path, value: cell }) => withMember(value, path, cell), record);
  if (id === null) return { kind: 'create', value: fill({}) };
  return {
    kind: 'change',
    id,
    fits: false,
    after: ({ fixture, live }) => ({ fixture: fixture && fill(fixture), live: live && fill(live) }),
  };
}
