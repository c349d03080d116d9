import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';

/** True for a server that speaks TLS. */
export function isSecureServer(server: Server | SecureServer): server is SecureServer {
  return 'setSecureContext' in server;
}

/** True for a connection over TLS. */
export function isSecure(socket: Socket): boolean {
  return 'encrypted' in socket;
}

/** The origin of the pages that a server sends over this connection to a client that names this host. */
export function originOn(socket: Socket, host: string | undefined): string {
  return `${isSecure(socket) ? 'https' : 'http'}://${host}`;
}
