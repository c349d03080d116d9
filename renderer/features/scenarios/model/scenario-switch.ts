import type { Client } from '../../../console/client.ts';
import type { Mirror } from '../../../console/mirror.ts';
import { untilMirrored } from '../../../console/until-mirrored.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';

/** Milliseconds within which several switches count as one, such as those of stray digits. */
const oneMove = 2000;

/** Switches the active scenario for all clients. A single key does it, so each switch is announced with an undo. */
export class ScenarioSwitch {
  readonly #client: Client;
  readonly #mirror: Mirror['store'];
  readonly #toaster: Toaster;
  /** The latest switch: its time, and the scenario that was active before it. */
  #latest: { readonly at: number; readonly from: string } | null = null;

  constructor(client: Client, mirror: Mirror['store'], toaster: Toaster) {
    this.#client = client;
    this.#mirror = mirror;
    this.#toaster = toaster;
  }

  get #active(): string | undefined {
    return this.#mirror.getState().state?.scenario;
  }

  /** Activates a scenario and offers to return to the one before. */
  async to(name: string): Promise<void> {
    const active = this.#active;
    const at = performance.now();
    const isFurther = this.#latest !== null && at - this.#latest.at <= oneMove;
    if (!isFurther && (active === undefined || active === name)) return;
    const from = isFurther && this.#latest ? this.#latest.from : (active ?? name);
    const step = { at, from };
    this.#latest = step;
    if (!(await this.#activate(name))) return;
    await untilMirrored(this.#mirror, () => this.#active === name);
    if (this.#latest !== step) return;
    const text = `Scenario “${name}” is active for all clients.`;
    if (from === name) {
      this.#toaster.withdraw();
      this.#toaster.say(text);
    } else {
      const undoes = `switch to scenario “${name}”`;
      this.#toaster.offerUntilEdit(text, { title: 'Undo', undoes, run: () => void this.#undo(name, from) });
    }
  }

  /** Returns from one scenario to another, unless somebody has switched meanwhile. */
  async #undo(name: string, to: string): Promise<void> {
    this.#latest = null;
    this.#toaster.withdraw();
    const active = this.#active;
    if (active !== name) return this.#toaster.say(`Nothing was undone: scenario “${active}” was activated meanwhile.`);
    if (await this.#activate(to)) this.#toaster.say(`Scenario “${to}” is active again.`);
  }

  async #activate(name: string): Promise<boolean> {
    const reply = await this.#client.call('scenario.activate', { name });
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
    return reply.ok;
  }
}
