import { X509Certificate } from 'node:crypto';
import type { Reach } from '../contract/schema/reach.ts';
import type { ServerState } from '../contract/schema/state.ts';
import { paths } from '../domain/request/paths.ts';
import { hostName, isLoopbackName } from '../http/connection/loopback.ts';
import type { TlsIdentity } from '../http/connection/tls-identity.ts';
import { networkAddresses } from './machine-names.ts';

/** The address of a program that listens for this machine alone. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || isLoopbackName(hostName(address) ?? '');
}

/** How other devices reach the mock that listens on an address, and the authority that they have to trust for HTTPS. */
export function reachOf(
  server: ServerState,
  host: string,
  identity: TlsIdentity | undefined,
  addresses: readonly string[] = networkAddresses(),
): Reach {
  const pem = identity?.authority ?? null;
  const authority = pem === null ? null : describeAuthority(pem);
  const uncovered = identity?.uncovered ?? [];
  if (server.state !== 'listening') return { addresses: [], authority, uncovered };
  const reachable = isLoopbackAddress(host) ? [] : host === '0.0.0.0' || host === '::' ? addresses : [host];
  const family = host === '0.0.0.0' ? reachable.filter((address) => !address.includes(':')) : reachable;
  const { port, https } = server;
  return {
    addresses: family.map((address) => {
      const name = address.includes(':') ? `[${address}]` : address;
      const http = `http://${name}:${port}`;
      return {
        http,
        https: https ? `https://${name}:${https.port}` : null,
        authority: authority && `${http}${paths.authority}`,
      };
    }),
    authority,
    uncovered,
  };
}

function describeAuthority(pem: string): NonNullable<Reach['authority']> {
  const { fingerprint256, validTo, subject } = new X509Certificate(pem);
  const name = /^CN=(.*)$/m.exec(subject)?.[1] ?? '';
  return { pem, name, fingerprint: fingerprint256, expires: Date.parse(validTo) };
}
