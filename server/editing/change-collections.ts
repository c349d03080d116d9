import type { Work } from '../domain/basics/work.ts';
import { isJsonObject, type Json, jsonEqual, member } from '../domain/json/json.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import { type Change, changeValue } from '../domain/records/edit-history.ts';
import { idOf } from '../domain/records/key-index.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { LiveDiff } from '../domain/records/state-comparison.ts';
import type { Scenario } from '../domain/scenario/scenario.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import { type OpenWorkspace, type ProposedChange, proposeSnapshots } from '../workspace/open-workspace.ts';

/** Receives the names of collections that were added, removed or changed. */
export type OnCollections = (...names: readonly string[]) => void;

/** Proposes another definition where several instances have to agree, with all that {@link redefineCollection} changes. */
export function proposeDefinition(
  { workspace, snapshots }: OpenWorkspace,
  proposal: ProposedChange,
  collection: SharedCollection,
  to: CollectionDefinition,
): void {
  const from = collection.definition;
  const isRekeyed = to.key !== from.key;
  const placed = isRekeyed ? { definition: to, from: collection } : { definition: to, present: collection };
  proposal.place(proposal.collections.map((one) => (one.present === collection ? placed : one)));
  if (!isRekeyed && from.name === to.name) return;
  const moveChanges = (changes: LiveDiff) =>
    isRekeyed ? withOtherKeys(changes, collection, to) : renamed(changes, from.name, to.name);
  const after = Array.from(snapshots.all, ([name, one]) => {
    return [name, one.changes.has(from.name) ? { ...one, changes: moveChanges(one.changes) } : one] as const;
  });
  proposeSnapshots(proposal, snapshots.all, new Map(after));
  if (from.name === to.name) return;
  const moved = (path: string) => movedPath(path, from.name, to.name);
  const scenarios = [...workspace.scenarios.values()];
  const next = scenarios.map((scenario) => withPaths(scenario, moved));
  if (next.some((one, index) => one !== scenarios[index])) {
    proposal.scenarios({ next, begin: workspace.firstScenario, rename: null });
  }
  const { requests } = workspace;
  const targets = requests.map((request) => ({ ...request, target: moved(request.target) }));
  if (!sameJson(targets, requests)) proposal.part('requests', targets);
}

/** Adds a collection at a place; undo removes it. */
export function addCollection(
  { workspace }: OpenWorkspace,
  collection: SharedCollection,
  place: number,
  changed: OnCollections,
): readonly Change[] {
  const { name } = collection.definition;
  const set = (isThere: boolean) => {
    // Another edit may have come while the versions were renewed.
    if (workspace.collections.has(name) === isThere) return;
    if (isThere) workspace.collectionSet.add(collection, place);
    else workspace.collectionSet.remove(name);
    changed(name);
  };
  return withRenewal(changeValue(false, true, set), { redo: () => workspace.collectionSet.renewVersions(collection) });
}

/** Removes a collection; undo puts it back as it was, in its place. */
export function removeCollection(
  { workspace }: OpenWorkspace,
  collection: SharedCollection,
  changed: OnCollections,
): readonly Change[] {
  const { name } = collection.definition;
  const place = workspace.collectionSet.placeOf(name);
  const set = (isThere: boolean) => {
    // Another edit may have come while the versions were renewed.
    if (workspace.collections.has(name) === isThere) return;
    if (isThere) workspace.collectionSet.add(collection, place);
    else workspace.collectionSet.remove(name);
    changed(name);
  };
  return withRenewal(changeValue(true, false, set), { undo: () => workspace.collectionSet.renewVersions(collection) });
}

export function moveCollection(
  { workspace }: OpenWorkspace,
  name: string,
  to: number,
  changed: OnCollections,
): readonly Change[] {
  const move = (place: number) => {
    workspace.collectionSet.move(name, place);
    changed(name);
  };
  return changeValue(workspace.collectionSet.placeOf(name), to, move);
}

/**
 * Changes a definition, and the rules, saved requests and snapshots that name the collection. Under another key, a copy takes
 * its place.
 */
export function redefineCollection(
  open: OpenWorkspace,
  collection: SharedCollection,
  to: CollectionDefinition,
  copy: SharedCollection | undefined,
  changed: OnCollections,
): readonly Change[] {
  const from = collection.definition;
  const changes = copy ? rekeyed(open, collection, copy, changed) : redefined(open, collection, to, changed);
  return from.name === to.name ? changes : [...changes, ...movedPaths(open.workspace, from.name, to.name)];
}

function redefined(
  { workspace, snapshots }: OpenWorkspace,
  collection: SharedCollection,
  to: CollectionDefinition,
  changed: OnCollections,
): readonly Change[] {
  const set = (definition: CollectionDefinition) => {
    const { name } = collection.definition;
    if (name !== definition.name && workspace.collections.has(definition.name)) return;
    workspace.collectionSet.redefine(collection, definition);
    if (name !== definition.name) {
      snapshots.changeAll((diff) => renamed(diff, name, definition.name));
    }
    changed(name, definition.name);
  };
  const { definition } = collection;
  const renew = ({ name }: CollectionDefinition) => workspace.collectionSet.renewVersions(collection, name);
  return withRenewal(changeValue(definition, to, set, sameJson), {
    undo: () => renew(definition),
    redo: () => renew(to),
  });
}

function renamed(diff: LiveDiff, from: string, to: string): LiveDiff {
  return new Map(Array.from(diff, ([one, values]) => [one === from ? to : one, values]));
}

/** A new key gives the records other ids: a new collection takes the place of the old one. */
function rekeyed(
  { workspace, snapshots }: OpenWorkspace,
  collection: SharedCollection,
  copy: SharedCollection,
  changed: OnCollections,
): readonly Change[] {
  const place = workspace.collectionSet.placeOf(collection.definition.name);
  const replace = (now: SharedCollection) => {
    const before = now === copy ? collection : copy;
    if (workspace.collections.get(before.definition.name) !== before) return;
    snapshots.changeAll((diff) => withOtherKeys(diff, before, now.definition));
    workspace.collectionSet.remove(before.definition.name);
    workspace.collectionSet.add(now, place);
    changed(before.definition.name, now.definition.name);
  };
  const renew = (one: SharedCollection) => workspace.collectionSet.renewVersions(one);
  return withRenewal(changeValue(collection, copy, replace), {
    undo: () => renew(collection),
    redo: () => renew(copy),
  });
}

/** Changes whose undo or redo gives a name to a collection, after its versions are renewed in time slices. */
function withRenewal(
  changes: readonly Change[],
  steps: { readonly [Step in 'undo' | 'redo']?: () => Work<void> },
): readonly Change[] {
  return changes.map((change) => ({
    ...change,
    *prepare(step) {
      const renewal = steps[step]?.();
      if (renewal) yield* renewal;
    },
  }));
}

/** The differences of a snapshot with the keys of another collection. A record without such a key is left out. */
function withOtherKeys(diff: LiveDiff, before: SharedCollection, now: CollectionDefinition): LiveDiff {
  const { name } = before.definition;
  const entries = Array.from(diff, ([one, values]) => {
    if (one !== name) return [one, values] as const;
    const moved = Array.from(values, ([id, value]) => {
      const known = value ?? before.fixture(id)?.value;
      const own = isJsonObject(known) ? idOf(member(known, now.key)) : undefined;
      return own === undefined ? [] : [[own, value] as const];
    });
    return [now.name, new Map(moved.flat())] as const;
  });
  return new Map(entries);
}

/** Gives the paths of a renamed collection in rules and saved requests its new name. */
function movedPaths(workspace: LiveWorkspace, from: string, to: string): readonly Change[] {
  const moved = (path: string) => movedPath(path, from, to);
  const scenarios = [...workspace.scenarios.values()];
  const requests = workspace.requests;
  const first = workspace.firstScenario;
  return [
    ...changeValue(
      scenarios,
      scenarios.map((scenario) => withPaths(scenario, moved)),
      (all) => workspace.replaceScenarios(all, first),
      (a, b) => a.every((one, index) => one === b[index]),
    ),
    ...changeValue(
      requests,
      requests.map((request) => ({ ...request, target: moved(request.target) })),
      (all) => workspace.replaceRequests(all),
      sameJson,
    ),
  ];
}

function movedPath(path: string, from: string, to: string): string {
  return isPathOf(from, path) ? `/api/${to}${path.slice(`/api/${from}`.length)}` : path;
}

/** The same object if no rule of the scenario has such a path. */
function withPaths(scenario: Scenario, moved: (path: string) => string): Scenario {
  const isNamed = scenario.rules.some(({ when }) => when.path !== undefined && moved(when.path) !== when.path);
  if (!isNamed) return scenario;
  const rules = scenario.rules.map((rule) =>
    rule.when.path === undefined ? rule : { ...rule, when: { ...rule.when, path: moved(rule.when.path) } },
  );
  return { ...scenario, rules };
}

/** True for the path or target of a list or a record of the collection. */
export function isPathOf(collection: string, path: string): boolean {
  const prefix = `/api/${collection}`;
  return path.startsWith(prefix) && /^(?:$|[/?#])/.test(path.slice(prefix.length));
}

/** Compares values that a file can hold. */
function sameJson(a: object, b: object): boolean {
  return jsonEqual(a as Json, b as Json);
}
