import { instantOf } from '../basics/instant.ts';
import type { Dice } from '../generate/dice.ts';
import { type Json, type JsonObject, jsonEqual } from '../json/json.ts';
import { mergePatch } from '../json/merge-patch.ts';
import { valueAt } from '../json/pointer.ts';
import type { PageStyle } from '../list/page-request.ts';
import { fillPath, paths } from '../request/paths.ts';
import { type LabMock, mostLabRecords } from './lab-mock.ts';
import { crawledStyles, type LabChange, type ListChange } from './pagination-run.ts';

/** A minute, the least time between two new records. */
const tick = 60_000;

interface ChangeOptions {
  /** The changes to choose from. */
  readonly changes: readonly ListChange[];
  /** The first field of the order; empty if records cannot move in it. */
  readonly sortPath: readonly string[];
  /** The time member; empty without one. */
  readonly timePath: readonly string[];
}

/** Inserts, deletes and moves records of a lab by the throw of dice, with requests as other clients would send them. */
export class ListChanges {
  readonly #mock: LabMock;
  readonly #dice: Dice;
  readonly #options: ChangeOptions;
  /** The latest instant that a record has had. */
  #latest: number;
  #created = 0;

  constructor(mock: LabMock, dice: Dice, options: ChangeOptions) {
    this.#mock = mock;
    this.#dice = dice;
    this.#options = options;
    this.#latest = [...mock.collection.snapshot()].reduce(
      (latest, { value }) => Math.max(latest, instantOf(valueAt(value, options.timePath)) ?? 0),
      0,
    );
  }

  /** Makes one change. `live` are the present records, `known` is the number of all that were ever there. */
  change(live: readonly JsonObject[], known: number): LabChange | null {
    const kind = this.#dice.pick(this.#options.changes.filter((change) => this.#isPossible(change, live, known)));
    const record = this.#dice.pick(live);
    if (kind === undefined || record === undefined) return null;
    const { path, collection } = this.#mock;
    const id = this.#mock.idOf(record);
    const target = fillPath(paths.record, collection.definition.name, id);
    switch (kind) {
      case 'insert': {
        const inserted = this.#newRecord(record);
        this.#mock.create(inserted);
        const body = JSON.stringify(inserted);
        return {
          kind: 'change',
          change: kind,
          id: this.#mock.idOf(inserted),
          method: 'POST',
          target: path,
          body,
          styles: crawledStyles,
        };
      }
      case 'delete':
        this.#mock.remove(id);
        return { kind: 'change', change: kind, id, method: 'DELETE', target, body: null, styles: crawledStyles };
      case 'move': {
        const patch = this.#move(record, live);
        this.#mock.change(id, patch);
        const body = JSON.stringify(patch);
        return { kind: 'change', change: kind, id, method: 'PATCH', target, body, styles: this.#movingStyles() };
      }
    }
  }

  #isPossible(change: ListChange, live: readonly JsonObject[], known: number): boolean {
    const { sortPath } = this.#options;
    if (change === 'insert') return known < mostLabRecords;
    if (change === 'delete') return live.length > 1;
    const [first] = live;
    const isVaried = live.some((one) => !jsonEqual(valueAt(one, sortPath), first && valueAt(first, sortPath)));
    return sortPath.length > 0 && (this.#isByTime() || isVaried);
  }

  /** A new record has a new key and the latest time; its other members are those of a present record. */
  #newRecord(like: JsonObject): JsonObject {
    const { definition } = this.#mock.collection;
    this.#created += 1;
    const key = this.#mock.collection.nextKey(() => `new-${this.#created}`);
    const copy = mergePatch(like, this.#later(like)) as JsonObject;
    return { ...copy, [definition.key]: key };
  }

  /** In an order by time, a moved record becomes the latest one; else it gets the value of another record. */
  #move(record: JsonObject, live: readonly JsonObject[]): JsonObject {
    const { sortPath } = this.#options;
    if (this.#isByTime()) return this.#later(record);
    const before = valueAt(record, sortPath);
    const others = live.map((one) => valueAt(one, sortPath)).filter((value) => !jsonEqual(value, before));
    return patchAt(sortPath, this.#dice.pick(others) ?? null);
  }

  #later(record: JsonObject): JsonObject {
    const { timePath } = this.#options;
    const before = timePath.length === 0 ? undefined : valueAt(record, timePath);
    if (before === undefined) return {};
    this.#latest += tick;
    const time = typeof before === 'number' ? Math.round(this.#latest / 1000) : new Date(this.#latest).toISOString();
    return patchAt(timePath, time);
  }

  #isByTime(): boolean {
    const { sortPath, timePath } = this.#options;
    return jsonEqual(sortPath, timePath);
  }

  #movingStyles(): readonly PageStyle[] {
    const styles: readonly PageStyle[] = ['offset', 'page', 'cursor'];
    return this.#isByTime() ? [...styles, 'time'] : styles;
  }
}

function patchAt(path: readonly string[], value: Json): JsonObject {
  return path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value) as JsonObject;
}
