import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { HostOptions } from '../../server/host.ts';
import { OwnCertificates } from '../../server/tls/certificates.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type TemporaryHost, temporaryHost } from './temporary-host.ts';

export interface SecureHost extends TemporaryHost {
  readonly http: URL;
  readonly https: URL;
  /** The certificate authority. */
  readonly ca: string;
}

/** A host that listens over HTTP and HTTPS, with an authority of its own in a temporary folder. */
export async function secureHost(workspace?: Parameters<typeof temporaryHost>[0], options: Partial<HostOptions> = {}) {
  const folder = await temporaryFolder();
  const certificates = new OwnCertificates(() => folder, { writes: true });
  const override = { https: true, httpsPort: 0, ...options.override };
  const opened = await temporaryHost(workspace, { certificates, ...options, override });
  const started = await opened.host.perform('server.start', {});
  if (!started.ok) throw new Error(started.problem.detail);
  const state = opened.host.server();
  const reach = await opened.host.perform('server.reach', {});
  if (state.state !== 'listening' || !state.https || !reach.ok) throw new Error('The host does not listen.');
  const urls = { http: new URL(state.url), https: new URL(state.https.url), ca: reach.value.authority?.pem ?? '' };
  return Object.assign(opened, urls) as SecureHost;
}

interface Wanted {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly ca?: string | undefined;
  readonly servername?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The name of the TLS version and the chosen protocol; undefined over HTTP. */
  readonly tls: string | undefined;
}

/** Sends a request over a connection of its own. Rejects with the error of the connection, or of the certificate. */
export function sendTo(url: URL, { path = '/', body, ...options }: Wanted = {}): Promise<Received> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const { hostname, port } = url;
    const given = { host: hostname, port, path, agent: false as const, ALPNProtocols: ['http/1.1'], ...options };
    const sent = send(given, (response) => {
      let text = '';
      const socket = response.socket as TLSSocket;
      const tls = socket.encrypted ? `${socket.getProtocol()} ${socket.alpnProtocol}` : undefined;
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text, tls }),
      );
    });
    sent.on('error', reject).end(body);
  });
}
