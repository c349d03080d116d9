import { isLoopbackAddress } from '../tls/reach.ts';

/** The addresses that the two servers listen on; undefined for the default. */
interface Addresses {
  readonly mock: string;
  readonly console?: string | undefined;
}

/** Says who can reach a server that listens on more than the loopback address; nothing about one that does not. */
export function reachNotes({ mock, console }: Addresses, allowedHosts: readonly string[]): readonly string[] {
  const names = allowedHosts.length > 0 ? `, and by the name ${allowedHosts.join(' or ')}` : '';
  const reach = `other machines can reach it by the addresses of this machine${names}.`;
  return [
    ...(isLoopbackAddress(mock) ? [] : [`The mock API listens on ${mock}: ${reach}`]),
    ...(console === undefined || isLoopbackAddress(console)
      ? []
      : [`The console listens on ${console}: ${reach} Every command needs the token.`]),
  ];
}

/** Says which names a client cannot use over HTTPS, because the program's own authority may not certify them. */
export function uncoveredNotes(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [
    `The certificate does not cover ${names.join(', ')}: the program's own authority certifies names of private networks, and those that it was made for. Give a certificate with --tls-cert.`,
  ];
}
