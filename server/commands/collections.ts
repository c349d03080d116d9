import type { Caller } from '../contract/caller.ts';
import type { collectionCommands } from '../contract/commands/collections.ts';
import type { CollectionCheck, CollectionFields, CollectionUses, RecordFault } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import { frequentValues } from '../domain/fields/field-values.ts';
import { inferSchema } from '../domain/generate/infer-schema.ts';
import { type JsonObject, jsonEqual } from '../domain/json/json.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import type { Change } from '../domain/records/edit-history.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import {
  addCollection,
  isPathOf,
  moveCollection,
  proposeDefinition,
  redefineCollection,
  removeCollection,
} from '../editing/change-collections.ts';
import { definitionErrors, faultyRecords } from '../editing/collection-check.ts';
import { CollectionCopy } from '../editing/collection-copy.ts';
import { editConflict } from '../editing/edit-conflict.ts';
import type { PlacedCollection, ProposedChange } from '../workspace/open-workspace.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** The collections of the workspace, their order and their definitions. Edits of them can be undone. */
export function collectionHandlers({
  workspaces,
  scheduler,
  verifier,
  feed,
}: HandlerContext): Pick<Handlers, keyof typeof collectionCommands> {
  const find = (name: string) => workspaces.current.workspace.collection(name);

  function changed(...names: readonly string[]): void {
    feed.markCollectionsDirty(names);
    feed.markDirty('scenarios', 'saved', 'snapshots', 'workspace');
  }

  /** Proposes other collections where several instances have to agree. */
  function propose(
    proposal: ProposedChange,
    { console: by }: Caller,
    label: string,
    next: (all: readonly PlacedCollection[]) => readonly PlacedCollection[],
  ): void {
    proposal.place(next(proposal.collections));
    proposal.remember({ label, by });
  }

  function remember({ console: by }: Caller, label: string, changes: readonly Change[]): void {
    workspaces.current.remember({ label, by, changes });
  }

  /** Refused with `bad-request`, and the errors of the definition. */
  async function usable(
    existing: SharedCollection | undefined,
    definition: CollectionDefinition,
  ): Promise<Result<CollectionDefinition, Problem>> {
    const { workspace } = workspaces.current;
    const errors = await scheduler.run(definitionErrors(workspace, existing, definition));
    return errors.length === 0 ? accept(definition) : refuse(unusable(definition, errors));
  }

  function usesOf(name: string): CollectionUses {
    const { workspace, sessions, snapshots } = workspaces.current;
    const rules = [...workspace.scenarios.values()].flatMap(({ rules }) => rules);
    const isNamed = (path: string | undefined) => path !== undefined && isPathOf(name, path);
    const collection = workspace.collections.get(name);
    const inSession = sessions
      .all()
      .filter((one) =>
        one.usedCollections().some((state) => state.definition === collection?.definition && state.changedCount > 0),
      );
    return {
      rules: rules.filter(({ when }) => isNamed(when.path)).length,
      requests: workspace.requests.filter(({ target }) => isNamed(target)).length,
      expectations: verifier.results().filter(({ expectation }) => isNamed(expectation.path)).length,
      sessions: inSession.length,
      snapshots: [...snapshots.all.values()].filter(({ changes }) => changes.has(name)).length,
    };
  }

  return {
    'collections.fields': ({ collection: name }) => {
      const found = find(name);
      return found.ok ? scheduler.run(collectionFields(found.value)) : found;
    },

    'collections.check': async ({ collection: name, definition: given }) => {
      const found = name === undefined ? undefined : find(name);
      if (found && !found.ok) return found;
      const { workspace } = workspaces.current;
      const definition = complete(found?.value.definition, given);
      const errors = await scheduler.run(definitionErrors(workspace, found?.value, definition));
      const canCheck = found && !errors.some(({ pointer }) => pointer === '/schema');
      const none = { records: found?.value.size ?? 0, faulty: 0, faults: [] };
      const faulty = canCheck ? await scheduler.run(faultyRecords(workspace, found.value, definition)) : none;
      return accept<CollectionCheck>({ errors, ...faulty, uses: usesOf(name ?? definition.name) });
    },

    'collections.inferSchema': async ({ collection: name }) => {
      const found = find(name);
      return found.ok ? accept({ schema: await scheduler.run(inferSchema(found.value.snapshot().values())) }) : found;
    },

    'collections.create': async ({ definition: given, at }, caller) => {
      const { proposal } = workspaces.current;
      const checked = await usable(undefined, complete(undefined, given));
      if (!checked.ok) return checked;
      const { current } = workspaces;
      const { workspace } = current;
      const [label, place] = [`new collection ${given.name}`, at ?? workspace.collections.size];
      if (proposal) {
        const made = { definition: checked.value, records: [] };
        propose(proposal, caller, label, (all) => all.toSpliced(place, 0, made));
        return checked;
      }
      const collection = workspace.collectionSet.create(checked.value);
      remember(caller, label, addCollection(current, collection, place, changed));
      return checked;
    },

    'collections.change': async ({ collection: name, to: given, base }, caller) => {
      const { proposal } = workspaces.current;
      const found = find(name);
      if (!found.ok) return found;
      const collection = found.value;
      const conflict = conflictWith(
        collection.definition,
        given as Partial<CollectionDefinition>,
        base as Partial<CollectionDefinition> | undefined,
      );
      if (conflict) return refuse(conflict);
      const before = collection.definition;
      const checked = await usable(collection, complete(before, given));
      if (!checked.ok) return checked;
      const { current } = workspaces;
      const label = checked.value.name === name ? `settings of ${name}` : `rename of ${name} to ${checked.value.name}`;
      if (proposal) {
        proposeDefinition(current, proposal, collection, checked.value);
        proposal.remember({ label, by: caller.console });
        return checked;
      }
      const isRekeyed = checked.value.key !== before.key;
      const { collectionSet } = current.workspace;
      const copy = isRekeyed && (await scheduler.run(CollectionCopy.of(current.workspace, collection, checked.value)));
      if (!isRekeyed) await scheduler.run(collectionSet.renewVersions(collection, checked.value.name));
      const isTaken = checked.value.name !== name && collectionSet.byName.has(checked.value.name);
      if (collectionSet.byName.get(name) !== collection || collection.definition !== before || isTaken) {
        if (copy) copy.cancel();
        return refuse(editConflict(`collection ${name}`, whole(collection.definition)));
      }
      const copied = copy ? copy.complete() : undefined;
      remember(caller, label, redefineCollection(current, collection, checked.value, copied, changed));
      await current.snapshots.settled();
      return checked;
    },

    'collections.duplicate': async ({ collection: name, as }, caller) => {
      const { proposal } = workspaces.current;
      const found = find(name);
      if (!found.ok) return found;
      // A path belongs to one collection.
      const { paths: _, ...copied } = found.value.definition;
      const checked = await usable(undefined, { ...copied, name: as });
      if (!checked.ok) return checked;
      const { current } = workspaces;
      const { collectionSet } = current.workspace;
      if (proposal) {
        const made = { definition: checked.value, from: found.value };
        propose(proposal, caller, `copy of ${name}`, (all) => all.toSpliced(collectionSet.placeOf(name) + 1, 0, made));
        return checked;
      }
      const copy = await scheduler.run(CollectionCopy.of(current.workspace, found.value, checked.value));
      if (collectionSet.byName.has(as)) {
        copy.cancel();
        return refuse(problem('conflict', `There is a collection ${as} already.`));
      }
      const place = collectionSet.placeOf(name) + 1;
      remember(caller, `copy of ${name}`, addCollection(current, copy.complete(), place, changed));
      return checked;
    },

    'collections.move': ({ collection: name, to }, caller) => {
      const found = find(name);
      if (!found.ok) return found;
      const { proposal } = workspaces.current;
      if (proposal) {
        propose(proposal, caller, `move of ${name}`, (all) => {
          const moved = all.filter(({ definition }) => definition.name === name);
          return all.filter(({ definition }) => definition.name !== name).toSpliced(to, 0, ...moved);
        });
        return accept(null);
      }
      remember(caller, `move of ${name}`, moveCollection(workspaces.current, name, to, changed));
      return accept(null);
    },

    'collections.remove': ({ collection: name }, caller) => {
      const found = find(name);
      if (!found.ok) return found;
      if (name === 'users') {
        return refuse(problem('conflict', 'The collection users cannot be deleted: GET /users/{userId} reads it.'));
      }
      const { proposal } = workspaces.current;
      if (proposal) {
        const without = (all: readonly PlacedCollection[]) => all.filter(({ definition }) => definition.name !== name);
        propose(proposal, caller, `delete of ${name}`, without);
        return accept(null);
      }
      remember(caller, `delete of ${name}`, removeCollection(workspaces.current, found.value, changed));
      return accept(null);
    },
  };
}

function* collectionFields(collection: SharedCollection): Work<Result<CollectionFields>> {
  const known = yield* collection.indexFields();
  const values = yield* frequentValues(collection.snapshot().values());
  const fields = known
    .fields()
    .map(({ path, kinds }) => ({ path, kinds, values: values.get(JSON.stringify(path)) ?? [] }));
  return accept({ definition: collection.definition, fields });
}

/** A definition with the members that are missing in the change. */
function complete(
  before: CollectionDefinition | undefined,
  {
    name,
    key,
    sort,
    time,
    schema,
    paths = before?.paths,
  }: { readonly [Name in keyof CollectionDefinition]?: CollectionDefinition[Name] | undefined },
): CollectionDefinition {
  return {
    name: name ?? before?.name ?? '',
    key: key ?? before?.key ?? 'id',
    sort: sort === undefined ? (before?.sort ?? null) : sort,
    time: time === undefined ? (before?.time ?? null) : time,
    schema: schema === undefined ? (before?.schema ?? null) : schema,
    ...(paths && paths.length > 0 && { paths }),
  };
}

/** A definition as its edits compare it: one without paths equals one with an empty list of them. */
function whole(definition: Partial<CollectionDefinition>): JsonObject {
  return { ...definition, paths: definition.paths ?? [] } as unknown as JsonObject;
}

/** Why the wanted members cannot be set: one of them has changed since the edit began, other than to the wanted value. */
function conflictWith(
  now: CollectionDefinition,
  to: Partial<CollectionDefinition>,
  base: Partial<CollectionDefinition> | undefined,
): Problem | undefined {
  if (!base) return undefined;
  const [theirs, mine, begun] = [whole(now), to as JsonObject, whole(base)];
  const collides = Object.keys(to).some(
    (name) =>
      !jsonEqual(theirs[name] ?? null, begun[name] ?? null) && !jsonEqual(theirs[name] ?? null, mine[name] ?? null),
  );
  return collides ? editConflict(`collection ${now.name}`, theirs) : undefined;
}

function unusable({ name }: CollectionDefinition, errors: readonly RecordFault[]): Problem {
  const [first] = errors;
  const code = first?.pointer === '/name' && first.detail.startsWith('there is') ? 'conflict' : 'bad-request';
  const sentence = `${first?.pointer.slice(1)}: ${first?.detail}`;
  return problem(code, `The collection ${name} cannot be defined like this. ${sentence}.`, {
    errors: [...errors] as never,
  });
}
