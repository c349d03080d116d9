import { hostName, isLoopbackName } from '../http/connection/loopback.ts';

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
    ...(isLoopback(mock) ? [] : [`The mock API listens on ${mock}: ${reach}`]),
    ...(console === undefined || isLoopback(console)
      ? []
      : [`The console listens on ${console}: ${reach} Every command needs the token.`]),
  ];
}

function isLoopback(address: string): boolean {
  return address === '::1' || isLoopbackName(hostName(address) ?? '');
}
