import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '../../console/client.ts';
import type { Mirror } from '../../console/mirror.ts';
import { mockAddress } from '../../console/mock-address.ts';
import { download } from '../../ui/base/download.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';
import { curlSteps, sceneOf } from './lost-update/lab-exports.ts';
import { LostUpdateLab } from './lost-update/lost-update-lab.ts';
import { PaginationLab } from './pagination/pagination-lab.ts';

export const labNames = { 'lost-update': 'Lost update', pagination: 'Pagination' } as const;
export type LabName = keyof typeof labNames;

export function isLab(name: string): name is LabName {
  return Object.hasOwn(labNames, name);
}

/** The labs, which of them is shown, and what can be exported from them. */
export class Labs {
  readonly store: StoreApi<{ readonly shown: LabName }>;
  readonly lostUpdate: LostUpdateLab;
  readonly pagination: PaginationLab;
  /** Shows a request in the log. */
  readonly openRequest: (entry: number) => void;
  readonly #client: Client;
  readonly #mirror: Mirror;
  readonly #toaster: Toaster;

  constructor(client: Client, mirror: Mirror, toaster: Toaster, openRequest: (entry: number) => void) {
    this.#client = client;
    this.#mirror = mirror;
    this.#toaster = toaster;
    this.openRequest = openRequest;
    this.lostUpdate = new LostUpdateLab(client, mirror);
    this.pagination = new PaginationLab(client, mirror);
    this.store = createStore<{ readonly shown: LabName }>(() => ({ shown: 'lost-update' }));
  }

  show(shown: LabName): void {
    this.store.setState({ shown });
  }

  /** The requests of the lost-update lab as a shell script of cURL calls. */
  exportCurl(): void {
    const { state } = this.#mirror.store.getState();
    if (state) download('lost-update.sh', curlSteps(this.lostUpdate.state.requests, mockAddress(state.server)));
  }

  async exportHar(): Promise<void> {
    const ids = this.lostUpdate.state.requests.flatMap(({ entry }) => entry ?? []);
    const reply = await this.#client.call('requests.export', { format: 'har', ids });
    if (reply.ok) download('lost-update.har', reply.value.text);
    else this.#toaster.fail(reply.problem.detail);
  }

  /** The first client's change as a scene that an audit can play. */
  exportScene(): void {
    const scene = sceneOf(this.lostUpdate.state.requests);
    if (scene) download('lost-update-scene.json', `${JSON.stringify(scene, null, 2)}\n`);
    else this.#toaster.fail('A scene needs a write that was carried out; play the lab first.');
  }
}
