import { Collection } from './collection.ts';
import type { Fixtures } from './fixtures.ts';
import type { Layers, ObservedChange } from './record-source.ts';
import { StoredRecord } from './stored-record.ts';

/**
 * The live state of one session, an overlay over the shared fixtures. Its memory grows with its changes, not with the
 * records.
 */
export class SessionCollection extends Collection {
  readonly layers: Layers;
  /** Stops following changes of the fixtures. */
  readonly close: () => void;

  constructor(base: Fixtures) {
    super(base);
    const overlay = () => ({
      changes: Array.from(this.layer, ([id, { live, fixture }]) => ({ id, before: fixture, after: live })),
      revision: this.revision,
    });
    this.layers = { source: base, overlay };
    this.close = base.observe((change) => this.#follow(change));
  }

  /**
   * Shows an edited fixture unless this session has changed the record. The fixture gets a new version if the session may
   * already have used its version for another value.
   */
  #follow({ id, before: replaced, after }: ObservedChange): void {
    const before = this.layer.has(id) ? this.get(id) : replaced;
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
