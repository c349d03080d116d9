import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { LabRequest } from '../../../../server/domain/labs/lost-update.ts';

export type Condition = 'none' | 'tag';

/** A server with one record, and clients that keep what they read last. */
export class Play {
  readonly requests: LabRequest[] = [];
  readonly isStrict: boolean;
  readonly #isLogged: boolean;
  record: JsonObject = { name: 'Ada', plan: 'free' };
  version = 1;
  readonly #seen = new Map<string, { readonly record: JsonObject; readonly version: number }>();

  constructor(isStrict = false, isLogged = true) {
    this.isStrict = isStrict;
    this.#isLogged = isLogged;
  }

  read(client: string): void {
    this.#seen.set(client, { record: this.record, version: this.version });
    this.#add(client, 'GET', null, 200);
  }

  put(client: string, change: JsonObject, condition: Condition = 'none'): void {
    const seen = this.#seen.get(client) ?? { record: {}, version: 0 };
    this.#write(client, 'PUT', { ...seen.record, ...change }, condition, seen.version);
  }

  patch(client: string, change: JsonObject, condition: Condition = 'none'): void {
    this.#write(client, 'PATCH', { ...this.record, ...change }, condition, this.#seen.get(client)?.version ?? 0);
  }

  #write(client: string, method: 'PUT' | 'PATCH', record: JsonObject, condition: Condition, version: number): void {
    const sent = condition === 'none' ? null : `If-Match: "${version}"`;
    const refusal = sent === null ? this.isStrict && 428 : version !== this.version && 412;
    if (refusal === false) {
      this.record = record;
      this.version += 1;
      this.#seen.set(client, { record, version: this.version });
    }
    this.#add(client, method, sent, refusal === false ? 200 : refusal);
  }

  #add(client: string, method: LabRequest['method'], condition: string | null, status: number): void {
    const isGood = status === 200;
    const known = { version: isGood ? this.version : null, record: isGood ? this.record : null };
    const number = this.requests.length + 1;
    const entry = this.#isLogged ? number + 60 : null;
    this.requests.push({ number, entry, client, method, condition, status, ...known });
  }
}
