import type { StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { type Conflict, conflictOf, mergedDraft } from './conflict.ts';
import type { Draft } from './draft.ts';
import type { TryItState } from './try-it-state.ts';

/** The conflict of the draft and the ways to resolve it. */
export class DraftConflict {
  readonly #store: StoreApi<TryItState>;
  readonly #placeOf: (draft: Draft) => string;

  /** `placeOf` is the key of a request's resource. */
  constructor(store: StoreApi<TryItState>, placeOf: (draft: Draft) => string) {
    this.#store = store;
    this.#placeOf = placeOf;
  }

  /** The conflict of the draft. That of another resource or method says nothing about what would be sent now. */
  get present(): Conflict | null {
    const { conflict, draft } = this.#store.getState();
    return conflict?.method === draft.method && conflict.place === this.#placeOf(draft) ? conflict : null;
  }

  /** A response ends the conflict, or begins another one. */
  respond(draft: Draft, status: number | null): void {
    const place = this.#placeOf(draft);
    this.#store.setState(({ records }) => ({ conflict: conflictOf(draft, status, place, records[place]) }));
  }

  /** Shows the record as another client left it, if its conflict has not ended meanwhile. */
  compare(place: string, theirs: JsonObject): void {
    this.#store.setState(({ conflict }) => (conflict?.place === place ? { conflict: { ...conflict, theirs } } : {}));
  }

  /** Chooses a side for a member that both changed. */
  decide(path: string, side: 'mine' | 'theirs'): void {
    const conflict = this.present;
    if (!conflict) return;
    const others = conflict.takeTheirs.filter((one) => one !== path);
    const takeTheirs = side === 'theirs' ? [...others, path] : others;
    this.#store.setState({ conflict: { ...conflict, takeTheirs } });
  }

  /** Replaces the draft with the merged change. */
  merge(): void {
    const conflict = this.present;
    if (!conflict) return;
    this.#store.setState(({ draft, seen }) => ({ draft: mergedDraft(draft, conflict, seen[conflict.place]) }));
  }

  dismiss(): void {
    this.#store.setState({ conflict: null });
  }
}
