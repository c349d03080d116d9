import fc from 'fast-check';
import { expect } from 'vitest';
import { type JsonObject, jsonEqual } from '../../../../server/domain/json/json.ts';
import type { CollectionDefinition } from '../../../../server/domain/model/collection-definition.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { keyRank } from '../../../../server/domain/sort/key-order.ts';
import { decodeRecovery, encodeRecovery } from '../../../../server/store/recovery-file.ts';

/*
 * The operations of a collection as fast-check commands. The model is two plain maps and everything that clients have
 * seen; the collection must agree with it after every command.
 */

const definition: CollectionDefinition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

export class Model {
  readonly fixtures = new Map<string, JsonObject>();
  live = new Map<string, JsonObject>();
  /** The last tag of every live record. */
  readonly tags = new Map<string, string>();
  /** The content seen under each id and version, and under each id and tag. */
  readonly said = new Map<string, string>();
  /** The highest version of every id. */
  readonly versions = new Map<string, number>();

  isChanged(id: string): boolean {
    return !jsonEqual(this.fixtures.get(id), this.live.get(id));
  }

  ids(): readonly string[] {
    return [...new Set([...this.fixtures.keys(), ...this.live.keys()])];
  }
}

export class Real {
  collection: SharedCollection;
  /** The state of an observer that only listens to changes. */
  readonly observed = new Map<string, JsonObject>();

  constructor(fixtures: readonly JsonObject[]) {
    this.collection = this.#open(new SharedCollection(definition, fixtures));
  }

  /** Simulates a restart: the file has the fixtures, the recovery file beside it the watermarks. */
  reopen(): void {
    const fixtures = Array.from(this.collection.fixtures(), ({ value }) => value);
    const watermarks = { floor: 0, collections: new Map([[definition.name, this.collection.watermarks()]]) };
    const recovery = decodeRecovery([...encodeRecovery({ of: { seal: null, digest: '' }, watermarks })].join(''));
    this.collection = this.#open(
      new SharedCollection(definition, fixtures, recovery?.watermarks.collections.get(definition.name)),
    );
  }

  #open(collection: SharedCollection): SharedCollection {
    this.observed.clear();
    for (const { id, value } of collection.snapshot()) this.observed.set(id, value);
    collection.observe(({ id, before, after }) => {
      expect(before?.value).toEqual(this.observed.get(id));
      if (after) this.observed.set(id, after.value);
      else this.observed.delete(id);
    });
    return collection;
  }
}

export function setUp(fixtures: readonly JsonObject[]): { model: Model; real: Real } {
  const model = new Model();
  for (const fixture of fixtures) {
    model.fixtures.set(String(fixture.id), fixture);
    model.live.set(String(fixture.id), fixture);
  }
  const real = new Real(fixtures);
  agree(model, real, new Set(model.live.keys()));
  return { model, real };
}

/** Checks everything. `fresh` are the ids of live records that must have a version that no record had before. */
function agree(model: Model, { collection, observed }: Real, fresh: ReadonlySet<string>): void {
  expect(new Map(Array.from(collection.snapshot(), ({ id, value }) => [id, value]))).toEqual(model.live);
  expect(new Map(Array.from(collection.fixtures(), ({ id, value }) => [id, value]))).toEqual(model.fixtures);
  expect(observed).toEqual(model.live);
  expect(collection.size).toBe(model.live.size);
  const changed = model.ids().filter((id) => model.isChanged(id));
  expect(new Set(collection.changedIds())).toEqual(new Set(changed));
  expect(collection.changedCount).toBe(changed.length);
  for (const id of model.ids()) {
    expect(collection.get(id)?.value).toEqual(model.live.get(id));
    expect(collection.fixture(id)?.value).toEqual(model.fixtures.get(id));
    expect(collection.isChanged(id)).toBe(model.isChanged(id));
  }
  const ids = [...model.ids(), 'nobody'];
  expect(collection.recordsOf(ids.map(keyRank))).toEqual(ids.map((id) => collection.get(id)));
  for (const { id, version, text, tag } of collection.snapshot()) {
    const highest = model.versions.get(id) ?? 0;
    if (fresh.has(id)) expect(version).toBeGreaterThan(highest);
    else expect(tag).toBe(model.tags.get(id));
    model.versions.set(id, Math.max(highest, version));
    model.tags.set(id, tag);
    for (const name of [`${id} ${version}`, `${id} ${tag}`]) {
      expect(model.said.get(name) ?? text).toBe(text);
      model.said.set(name, text);
    }
  }
}

function levelsOf({ fixtures, live }: Model): JsonObject {
  return { fixtures: Object.fromEntries(fixtures), live: Object.fromEntries(live) };
}

class Command implements fc.Command<Model, Real> {
  readonly #name: string;
  readonly #run: (model: Model, real: Real) => Iterable<string>;

  /** `run` applies the operation to both and returns the ids that must get a new version. */
  constructor(name: string, run: (model: Model, real: Real) => Iterable<string>) {
    this.#name = name;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, real: Real): void {
    const before = real.collection;
    const { revision } = before;
    const levelsBefore = levelsOf(model);
    const fresh = new Set(this.#run(model, real));
    agree(model, real, fresh);
    if (before !== real.collection) return;
    if (fresh.size === 0 && jsonEqual(levelsBefore, levelsOf(model))) expect(real.collection.revision).toBe(revision);
    else expect(real.collection.revision).toBeGreaterThan(revision);
  }

  toString(): string {
    return this.#name;
  }
}

const id = fc.constantFrom('1', '2', 'a', '__proto__');
const content = fc.constantFrom(1, 2, 3);
const contentOrNothing = fc.option(content, { nil: undefined });

function recordOf(key: string, x: number): JsonObject {
  return { id: key, x };
}

function set(map: Map<string, JsonObject>, key: string, value: JsonObject | undefined): void {
  if (value) map.set(key, value);
  else map.delete(key);
}

const write = fc.tuple(id, content).map(
  ([key, x]) =>
    new Command(`write(${key}, ${x})`, (model, { collection }) => {
      collection.write(key, recordOf(key, x));
      model.live.set(key, recordOf(key, x));
      return [key];
    }),
);

const remove = id.map(
  (key) =>
    new Command(`remove(${key})`, (model, { collection }) => {
      const removed = collection.remove(key);
      expect(removed?.value).toEqual(model.live.get(key));
      if (removed) expect(collection.lastKnown(key)).toBe(removed);
      model.live.delete(key);
      return [];
    }),
);

const edit = fc.tuple(id, contentOrNothing, contentOrNothing).map(
  ([key, fixture, live]) =>
    new Command(`edit(${key}, ${fixture}, ${live})`, (model, { collection }) => {
      const before = model.live.get(key);
      set(model.fixtures, key, fixture && recordOf(key, fixture));
      set(model.live, key, live && recordOf(key, live));
      collection.edit(key, model.fixtures.get(key), model.live.get(key));
      return jsonEqual(before, model.live.get(key)) ? [] : [key];
    }),
);

const reset = id.map(
  (key) =>
    new Command(`reset(${key})`, (model, { collection }) => {
      const fresh = model.isChanged(key) ? [key] : [];
      collection.reset(key);
      set(model.live, key, model.fixtures.get(key));
      return fresh;
    }),
);

const promote = id.map(
  (key) =>
    new Command(`promote(${key})`, (model, { collection }) => {
      collection.promote(key);
      set(model.fixtures, key, model.live.get(key));
      return [];
    }),
);

const reopen = fc.constant(
  new Command('reopen', (model, real) => {
    // A restart takes the version of the fixture where that is higher: a session may have seen the lower ones.
    const { collection } = real;
    const isLower = (key: string) => (collection.get(key)?.version ?? 0) < (collection.fixture(key)?.version ?? 0);
    const fresh = model.ids().filter((key) => model.isChanged(key) || isLower(key));
    real.reopen();
    model.live = new Map(model.fixtures);
    return fresh;
  }),
);

export const commands = fc.commands([write, remove, edit, reset, promote, reopen], { maxCommands: 40 });
export const fixtures = fc
  .uniqueArray(id, { maxLength: 4 })
  .chain((keys) => fc.tuple(...keys.map((key) => content.map((x) => recordOf(key, x)))));
