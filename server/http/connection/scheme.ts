import type { Socket } from 'node:net';

/** True for a connection over TLS. */
export function isSecure(socket: Socket): boolean {
  return 'encrypted' in socket;
}

/** The origin of the pages that a server sends over this connection to a client that names this host. */
export function originOn(socket: Socket, host: string | undefined): string {
  return `${isSecure(socket) ? 'https' : 'http'}://${host}`;
}
