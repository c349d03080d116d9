import type { CommandInput } from '../../../server/contract/command.ts';
import type { ConsoleState } from '../../../server/contract/schema/state.ts';
import { accept, type Result } from '../../../server/domain/basics/result.ts';
import { type Json, jsonEqual } from '../../../server/domain/json/json.ts';
import type { Settings } from '../../../server/domain/model/settings.ts';
import type { Client } from '../../console/client.ts';
import type { Mirror } from '../../console/mirror.ts';
import { Turns } from '../../console/turns.ts';
import { untilMirrored } from '../../console/until-mirrored.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';
import type { SettingsPatch } from './settings-form.ts';

/** The patch that an edit makes of the settings as they are; null if there is nothing to save. */
export type SettingsEdit = (settings: Settings) => SettingsPatch | null;

/**
 * Saves the settings, the name of the workspace and the upstream, one edit after the other, so that each is made on what the
 * one before has saved.
 */
export class SettingsEdits {
  readonly #client: Client;
  readonly #mirror: Mirror['store'];
  readonly #toaster: Toaster;
  readonly #turns = new Turns();

  constructor(client: Client, mirror: Mirror['store'], toaster: Toaster) {
    this.#client = client;
    this.#mirror = mirror;
    this.#toaster = toaster;
  }

  /** Saves a patch of the settings as they are once the edits before are saved. */
  save(edit: SettingsEdit): Promise<Result<null>> {
    return this.#turns.take(() => this.#save(edit));
  }

  /** Saves an edit of a button, which has no place for a refusal: a message tells it. */
  async press(edit: SettingsEdit): Promise<void> {
    const reply = await this.save(edit);
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
  }

  async #save(edit: SettingsEdit): Promise<Result<null>> {
    const now = this.#state().workspace.settings;
    const settings = edit(now);
    if (settings === null) return accept(null);
    const base = Object.fromEntries(Object.entries(now).filter(([name]) => name in settings));
    const reply = await this.#client.call('settings.set', { settings, base });
    const has = () => jsonEqual(partOf(this.#state().workspace.settings, settings), settings as Json);
    if (reply.ok) await untilMirrored(this.#mirror, has);
    return reply;
  }

  /** Renames the workspace. */
  rename(name: string): Promise<Result<null>> {
    return this.#turns.take(async () => {
      const reply = await this.#client.call('workspace.rename', { name, base: this.#state().workspace.name });
      if (reply.ok) await untilMirrored(this.#mirror, () => this.#state().workspace.name === name.trim());
      return reply;
    });
  }

  /** Sets the URL of the upstream, or which requests it responds to. */
  setUpstream(change: CommandInput<'upstream.set'>): Promise<Result<null>> {
    return this.#turns.take(async () => {
      const { url, mode } = change;
      const before = this.#state().upstream;
      const reply = await this.#client.call('upstream.set', change);
      const has = () => {
        const now = this.#state().upstream;
        // The host writes a URL in its own way.
        return now.mode === (mode ?? now.mode) && (url === undefined || now.url === url || now.url !== before.url);
      };
      if (reply.ok) await untilMirrored(this.#mirror, has);
      return reply;
    });
  }

  #state(): ConsoleState {
    const { state } = this.#mirror.getState();
    if (!state) throw new Error('A setting is saved before the first snapshot');
    return state;
  }
}

/** The settings that a patch names. */
function partOf(settings: Settings, patch: SettingsPatch): Json {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in patch)) as Json;
}
