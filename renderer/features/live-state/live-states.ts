import type { SnapshotState } from '../../../server/contract/schema/state.ts';
import type { Client } from '../../console/client.ts';
import { offerUndo } from '../../console/undo.ts';
import { plural } from '../../ui/base/format.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';
import type { Comparison } from './comparison.ts';

/** The models of the view. */
export interface LiveStateProps {
  readonly states: LiveStates;
  readonly comparison: Comparison;
}

/** Actions on snapshots and sessions. */
export class LiveStates {
  readonly #client: Client;
  readonly #toaster: Toaster;

  constructor(client: Client, toaster: Toaster) {
    this.#client = client;
    this.#toaster = toaster;
  }

  /**
   * Saves the shared live state, or that of a session, under a name, in place of the shown snapshot of that name; returns false
   * if the host refuses it, which also keeps a snapshot that another window has saved since.
   */
  async save(name: string, session: string | null, shown: SnapshotState | undefined): Promise<boolean> {
    const base = shown?.saved ?? null;
    const reply = await this.#client.call('snapshots.save', { name, base, ...(session !== null && { session }) });
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
    return reply.ok;
  }

  /** Restores the shared live state, or that of a session. */
  async restore(name: string, session: string | null = null): Promise<void> {
    const reply = await this.#client.call('snapshots.restore', { name, ...(session !== null && { session }) });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    const { records } = reply.value;
    if (records === 0) return this.#toaster.say(`The live state already equals “${name}”.`);
    offerUndo(this.#client, this.#toaster, `Restored “${name}”: ${plural(records, 'record')} changed.`);
  }

  /** Deletes a snapshot; returns false if the host refuses it. */
  async remove(name: string): Promise<boolean> {
    const reply = await this.#client.call('snapshots.remove', { name });
    if (reply.ok) offerUndo(this.#client, this.#toaster, `Deleted the snapshot “${name}”.`);
    else this.#toaster.fail(reply.problem.detail);
    return reply.ok;
  }

  async activate(session: string, scenario: string): Promise<void> {
    const reply = await this.#client.call('scenario.activate', { name: scenario, session });
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
  }

  async reset(session: string): Promise<void> {
    const reply = await this.#client.call('sessions.reset', { name: session });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    const { records } = reply.value;
    const text = `Reset ${plural(records, 'record')} in session “${session}” to their fixtures.`;
    if (records === 0) this.#toaster.say(text);
    else offerUndo(this.#client, this.#toaster, text);
  }

  /** Ends a session; returns false if the host refuses it. */
  async drop(session: string): Promise<boolean> {
    const reply = await this.#client.call('sessions.drop', { name: session });
    if (reply.ok) this.#toaster.say(`Deleted session “${session}”.`);
    else this.#toaster.fail(reply.problem.detail);
    return reply.ok;
  }
}
