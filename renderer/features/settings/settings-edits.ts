import type { Result } from '../../../server/domain/basics/result.ts';
import { type Json, jsonEqual } from '../../../server/domain/json/json.ts';
import type { Settings } from '../../../server/domain/model/settings.ts';
import type { Client } from '../../console/client.ts';
import type { Mirror } from '../../console/mirror.ts';
import { untilMirrored } from '../../console/until-mirrored.ts';
import type { SettingsPatch } from './settings-form.ts';

/** Saves settings one edit after the other, so that each is made on what the one before has saved. */
export class SettingsEdits {
  readonly #client: Client;
  readonly #mirror: Mirror['store'];
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: Client, mirror: Mirror['store']) {
    this.#client = client;
    this.#mirror = mirror;
  }

  /** Saves a patch of the settings as they are once the edits before are saved. */
  save(edit: (settings: Settings) => SettingsPatch): Promise<Result<null>> {
    const saved = this.#last.then(() => this.#save(edit));
    this.#last = saved;
    return saved;
  }

  async #save(edit: (settings: Settings) => SettingsPatch): Promise<Result<null>> {
    const now = this.#settings();
    const settings = edit(now);
    const base = Object.fromEntries(Object.entries(now).filter(([name]) => name in settings));
    const reply = await this.#client.call('settings.set', { settings, base });
    const has = () => jsonEqual(partOf(this.#settings(), settings), settings as Json);
    if (reply.ok) await untilMirrored(this.#mirror, has);
    return reply;
  }

  #settings(): Settings {
    const { state } = this.#mirror.getState();
    if (!state) throw new Error('A setting is saved before the first snapshot');
    return state.workspace.settings;
  }
}

/** The settings that a patch names. */
function partOf(settings: Settings, patch: SettingsPatch): Json {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in patch)) as Json;
}
