import { createStore } from 'zustand/vanilla';
import type { Client } from './client.ts';
import type { Mirror } from './mirror.ts';
import { Turns } from './turns.ts';
import { untilMirrored } from './until-mirrored.ts';

/** Numbers of steps under way that the history will be able to undo and to redo. */
interface Steps {
  readonly undo: number;
  readonly redo: number;
}

/**
 * The steps that the history is about to have: an edit under way can be undone, and an undo under way can be redone.
 * Without them, Undo would be disabled while the first edit is saved, and the key of a fast person would do nothing.
 */
export class StepsAhead {
  readonly store = createStore<Steps>(() => ({ undo: 0, redo: 0 }));
  readonly #mirror: Mirror['store'];
  readonly #turns = new Turns();

  constructor(client: Client, mirror: Mirror['store']) {
    this.#mirror = mirror;
    client.onSend((edit) => {
      const isDone = edit.then(({ ok }) => ok);
      void this.#follow('undo', isDone);
    });
  }

  /** Undoes or redoes in its turn. `step` gives false if there was nothing to take. */
  take(name: 'undo' | 'redo', step: () => Promise<boolean>): void {
    void this.#follow(name === 'undo' ? 'redo' : 'undo', this.inTurn(step));
  }

  /** Takes steps through the history once those before have been taken: their calls could overtake each other. */
  inTurn<Outcome>(step: () => Promise<Outcome>): Promise<Outcome> {
    return this.#turns.take(step);
  }

  /** Counts a step until the mirror shows it in the history. */
  async #follow(way: keyof Steps, isDone: Promise<boolean>): Promise<void> {
    const isShown = () => (this.#mirror.getState().state?.history[way] ?? null) !== null;
    this.#count(way, 1);
    try {
      if (await isDone) await untilMirrored(this.#mirror, isShown);
    } finally {
      this.#count(way, -1);
    }
  }

  #count(way: keyof Steps, by: number): void {
    this.store.setState((steps) => ({ [way]: steps[way] + by }));
  }
}
