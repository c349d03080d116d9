import { Collection } from './collection.ts';
import type { Fixtures } from './fixtures.ts';
import type { Layers, ObservedChange } from './record-source.ts';
import { StoredRecord } from './stored-record.ts';

/**
 * A live state of a session's own over the fixtures that all share. It takes memory for what it changes, not for the
 * records: its lists are those of the fixtures, with its changes laid over them.
 */
export class SessionCollection extends Collection {
  readonly layers: Layers;
  /** Ends the session's share in the fixtures: they no longer tell it of their changes. */
  readonly close: () => void;

  constructor(base: Fixtures) {
    super(base);
    const overlay = () => ({
      changes: Array.from(this.above, ([id, { live, fixture }]) => ({ id, before: fixture, after: live })),
      revision: this.revision,
    });
    this.layers = { source: base, overlay };
    this.close = base.observe((change) => this.#follow(change));
  }

  /**
   * A fixture that was edited shows through where this state has not changed it. Then it is given a version of this state's
   * own if its own one could have been here before.
   */
  #follow({ id, before: replaced, after }: ObservedChange): void {
    const before = this.above.has(id) ? this.get(id) : replaced;
    if (after) this.indexValue(after.value);
    const isChanged = this.isChanged(id);
    this.rebase(id);
    if (isChanged) this.put(id, before, before);
    else {
      const last = before?.version ?? this.floor;
      this.put(id, before, after && after.version <= last ? new StoredRecord(id, after.value, last + 1) : after);
    }
  }
}
