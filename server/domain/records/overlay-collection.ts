import { Collection } from './collection.ts';
import { LayerSource } from './layer-source.ts';
import type { Layers } from './record-source.ts';
import type { StoredRecord } from './stored-record.ts';

/** A collection beside the shared one, over the same fixtures. Its memory grows with its changes, not with the records. */
export abstract class OverlayCollection extends Collection {
  /** The changes for views; undefined until the first list. */
  #changes: { readonly hidden: LayerSource; readonly shown: LayerSource } | undefined;

  get layers(): Layers {
    if (!this.#changes) {
      this.#changes = { hidden: new LayerSource(this.base), shown: new LayerSource(this.base) };
      for (const id of this.layer.keys()) this.#updateChanges(id);
    }
    return { source: this.base, changes: this.#changes };
  }

  protected override put(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    super.put(id, before, after);
    this.#updateChanges(id);
  }

  #updateChanges(id: string): void {
    const entry = this.layer.get(id);
    this.#changes?.hidden.set(id, entry?.fixture);
    this.#changes?.shown.set(id, entry?.live);
  }
}
