import { KeyMaker } from '../generate/key-maker.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import type { Fixtures } from './fixtures.ts';
import type { KeySequence } from './key-sequence.ts';

/** Makes the keys of new records of one live state. */
export class CollectionKeys {
  readonly #base: Fixtures;
  readonly #changed: () => Iterable<JsonObject>;
  #sequence: KeySequence | undefined;
  #maker: { readonly keys: KeyMaker; readonly definition: CollectionDefinition } | undefined;
  /** How many of {@link Fixtures.droppedKeys} are out of {@link #sequence}. */
  #dropped = 0;

  /** `changed` gives the live records that differ from the fixtures. */
  constructor(base: Fixtures, changed: () => Iterable<JsonObject>) {
    this.#base = base;
    this.#changed = changed;
  }

  /**
   * Returns a function that makes unused keys, one a call, for records that are not written yet: the next number when all
   * keys are integers, else one by the schema, made from a new id.
   */
  newKeys(newId: () => string, isUsed: (id: string) => boolean): () => string | number {
    const keys = this.#known().copy();
    const taken = new Set<string>();
    return () => {
      const key = keys.next() ?? this.#bySchema().freeKey(newId, (id) => taken.has(id) || isUsed(id));
      taken.add(String(key));
      keys.add(key);
      return key;
    };
  }

  /** Continues after the key of a record, once the keys are known. */
  add(value: JsonObject): void {
    this.#sequence?.add(member(value, this.#base.definition.key));
  }

  /** Continues as if the key had never been used. */
  drop(key: Json): void {
    this.#base.dropKey(key);
    if (this.#sequence?.dependsOn(key)) this.#sequence = undefined;
  }

  #known(): KeySequence {
    const { droppedKeys } = this.#base;
    if (droppedKeys.slice(this.#dropped).some((key) => this.#sequence?.dependsOn(key))) this.#sequence = undefined;
    this.#dropped = droppedKeys.length;
    if (!this.#sequence) {
      this.#sequence = this.#base.keys();
      for (const value of this.#changed()) this.add(value);
    }
    return this.#sequence;
  }

  #bySchema(): KeyMaker {
    const { definition } = this.#base;
    if (this.#maker?.definition !== definition) this.#maker = { keys: new KeyMaker(definition), definition };
    return this.#maker.keys;
  }
}
