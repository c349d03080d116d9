import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '../domain/basics/problem.ts';
import { accept, type Result } from '../domain/basics/result.ts';
import type { HeaderPairs, SideRequest, SideResponse } from '../domain/drift/drift.ts';
import type { UpstreamAddress } from '../http/upstream/upstream-address.ts';
import { fetchUpstream } from '../http/upstream/upstream-fetch.ts';
import { headerPairs, headerValue } from '../message/header-lines.ts';
import type { Clock } from '../runtime/clock.ts';

const limits = { time: 10_000, bytes: 4 * 2 ** 20 };

/** Attempts after a 429, and seconds that Retry-After may ask for. */
const mostAttempts = 3;
const longestWait = 60;

/** The real service as a comparison asks it: never more often than agreed, and as patient as it wants. */
export class ServiceSide {
  readonly #address: UpstreamAddress;
  readonly #headers: HeaderPairs;
  readonly #interval: number;
  readonly #clock: Clock;
  #next = 0;

  /** `rate` is the most requests a second. */
  constructor(address: UpstreamAddress, headers: HeaderPairs, rate: number, clock: Clock) {
    this.#address = address;
    this.#headers = headers;
    this.#interval = 1000 / rate;
    this.#clock = clock;
  }

  /** Refused with the problems of {@link fetchUpstream}. */
  async respond(request: SideRequest, signal: AbortSignal): Promise<Result<SideResponse, Problem>> {
    for (let attempt = 1; ; attempt += 1) {
      const wait = this.#next - this.#clock.elapsed();
      if (wait > 0) await sleep(wait);
      this.#next = this.#clock.elapsed() + this.#interval;
      const { method, target, headers, body } = request;
      const fetched = await fetchUpstream(
        this.#address,
        {
          method,
          path: this.#address.basePath + target,
          headers: [
            'Host',
            this.#address.host,
            'Accept',
            '*/*',
            'User-Agent',
            'mock-api-console',
            ...[...this.#headers, ...headers].flat(),
          ],
          body: body === null ? null : Buffer.from(body),
          signal,
        },
        limits,
      );
      if (!fetched.ok) return fetched;
      const { status, headers: lines, body: received } = fetched.value;
      const seconds = Number(headerValue(lines, 'retry-after') ?? '1');
      if (status === 429 && attempt < mostAttempts && seconds <= longestWait && !signal.aborted) {
        this.#next = this.#clock.elapsed() + seconds * 1000;
        continue;
      }
      return accept({ status, headers: headerPairs(lines), body: received.toString() });
    }
  }
}
