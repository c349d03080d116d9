import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The TCP connection below each TLS connection. */
const below = new WeakMap<Socket, Socket>();

/** The TCP connection that carries a connection: itself, or the one below TLS. */
export function tcpConnectionOf(connection: Socket): Socket {
  return below.get(connection) ?? connection;
}

/**
 * Follows the TCP connections of a TLS server. Node knows them only while their handshake is in progress, and a TLS
 * connection can be reset only below TLS. Returns those whose handshake is in progress.
 */
export function followHandshakes(server: Server): ReadonlySet<Socket> {
  const inProgress = new Set<Socket>();
  const byPeer = new Map<string, Socket>();
  server.on('connection', (tcp: Socket) => {
    const peer = peerOf(tcp);
    inProgress.add(tcp);
    byPeer.set(peer, tcp);
    tcp.once('close', () => {
      inProgress.delete(tcp);
      if (byPeer.get(peer) === tcp) byPeer.delete(peer);
    });
  });
  server.on('secureConnection', (secure: Socket) => {
    const tcp = byPeer.get(peerOf(secure));
    if (!tcp) return;
    below.set(secure, tcp);
    inProgress.delete(tcp);
  });
  return inProgress;
}

function peerOf({ localAddress, remoteAddress, remotePort }: Socket): string {
  return `${localAddress} ${remoteAddress} ${remotePort}`;
}
