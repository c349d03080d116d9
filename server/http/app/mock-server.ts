import type { ServerFix, ServerState } from '../../contract/schema/state.ts';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import type { Settings } from '../../domain/model/settings.ts';
import type { ListenerApp } from '../connection/listener.ts';
import { suggestFix } from '../connection/suggested-fix.ts';
import type { Certificates, TlsIdentity } from '../connection/tls-identity.ts';
import { MovingListener } from './moving-listener.ts';

export type Address = Pick<Settings, 'port' | 'host'> & Partial<Pick<Settings, 'https' | 'httpsPort' | 'allowedHosts'>>;

export interface MockServerOptions {
  readonly app: ListenerApp;
  readonly onChange: () => void;
  /** The source of the certificate; without it, there is no HTTPS. */
  readonly certificates?: Certificates | undefined;
  /** Host names for the certificate, beside those of the settings. */
  readonly allowedHosts?: readonly string[];
}

/** Milliseconds between two looks at the certificate, which ends some day, and at the addresses of this machine. */
const certificateCheck = 60_000;

/** Starts, stops and moves the listeners of the mock API, for HTTP and for HTTPS, even while clients use them. */
export class MockServer {
  readonly #options: MockServerOptions;
  readonly #http: MovingListener;
  readonly #https: MovingListener;
  #state: ServerState = { state: 'stopped' };
  #identity: TlsIdentity | undefined;
  #hosts: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Serializes starts and stops. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: MockServerOptions) {
    this.#options = options;
    this.#http = new MovingListener(options.app);
    this.#https = new MovingListener(options.app);
  }

  get state(): ServerState {
    return this.#state;
  }

  /** The certificate that the server shows; undefined without HTTPS. */
  get identity(): TlsIdentity | undefined {
    return this.#identity;
  }

  /**
   * Listens on an address. A server that listens elsewhere moves there, or stays if it cannot. Refused with
   * `port-unavailable` or `certificate-refused`; the member `suggestedFix` of the problem is a setting that helps, never a
   * `reserved` port.
   */
  start(address: Address, reserved: readonly number[] = []): Promise<Result<null, Problem>> {
    return this.#next(async () => {
      const { port, host, https = false, httpsPort = 0, allowedHosts = [] } = address;
      this.#hosts = [...(this.#options.allowedHosts ?? []), ...allowedHosts];
      const identity = https ? await this.#findIdentity() : accept(undefined);
      if (!identity.ok) return this.#refuse(identity.problem, { https: false });
      const tls = identity.value;
      const secure = tls ? { port: httpsPort, host, tls } : null;
      const isHere = this.#http.isAt({ port, host }) && this.#https.isAt(secure);
      if (!isHere) this.#set({ state: 'starting' });
      const moved = await this.#http.move({ port, host });
      if (!moved.ok) return this.#refuse(moved.problem, await suggestFix(moved.problem, [...reserved, httpsPort]));
      const secured = await this.#https.move(secure);
      if (!secured.ok) {
        await moved.value.undo();
        const fix = await suggestFix(secured.problem, [...reserved, port]);
        return this.#refuse(secured.problem, fix && 'port' in fix ? { httpsPort: fix.port } : fix);
      }
      await Promise.all([moved.value.keep(), secured.value.keep()]);
      this.#identity = tls;
      this.#watchCertificate();
      if (!isHere) this.#update();
      return accept(null);
    });
  }

  /** Stops listening; waits this many milliseconds for the responses to requests in progress. */
  stop(patience = 0): Promise<Result<null, Problem>> {
    return this.#next(async () => {
      clearInterval(this.#timer);
      this.#identity = undefined;
      await Promise.all([this.#http.close(patience), this.#https.close(patience)]);
      this.#set({ state: 'stopped' });
      return accept(null);
    });
  }

  /** Shows new connections a renewed certificate if one is due; `hosts` are the names of the settings. */
  renew(hosts?: readonly string[]): Promise<void> {
    return this.#next(async () => {
      if (hosts) this.#hosts = [...(this.#options.allowedHosts ?? []), ...hosts];
      const before = this.#identity;
      const found = before && (await this.#findIdentity());
      if (!found?.ok || found.value === before) return;
      this.#identity = found.value;
      this.#https.listening?.show(found.value);
      this.#options.onChange();
    });
  }

  #findIdentity(): Promise<Result<TlsIdentity>> | Result<TlsIdentity> {
    const { certificates } = this.#options;
    if (certificates) return certificates.identity(this.#hosts);
    return refuse(problem('certificate-refused', 'This program has no certificate for HTTPS.'));
  }

  #watchCertificate(): void {
    clearInterval(this.#timer);
    if (this.#identity) this.#timer = setInterval(() => void this.renew(), certificateCheck).unref();
  }

  /** A server that listens nowhere any more has failed. */
  #refuse(reason: Problem, suggestedFix: ServerFix | null): Result<never> {
    if (this.#http.listening) this.#update();
    else this.#set({ state: 'failed', reason: reason.detail, suggestedFix });
    return refuse({ ...reason, suggestedFix });
  }

  #update(): void {
    const http = this.#http.listening;
    const https = this.#https.listening;
    const secure = https && { https: { url: https.url, port: https.port } };
    if (http) this.#set({ state: 'listening', url: http.url, port: http.port, ...secure });
    else this.#set({ state: 'stopped' });
  }

  #next<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(step);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#options.onChange();
  }
}
