import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnFreePort } from '../support/free-port.mjs';

/** A connection to an engine that can be broken: what a network does. */
export interface FaultProxy {
  readonly port: number;
  /** The port of the engine, for connections to come. */
  target: number;
  /** Connections to come that nobody answers. */
  silent: number;
  /** The connections that there have been. */
  readonly connections: number;
  /** The replies that {@link hold} holds back. */
  readonly held: number;
  /** Holds back what the engine sends over connections that run scripts, or over all others, until {@link release}. */
  hold(what: 'scripts' | 'others'): void;
  release(): void;
  /** Cuts all connections. */
  cut(): void;
  /** Drops everything that is sent in either direction, without a word, until {@link heal}. */
  drop(): void;
  heal(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of an engine. */
export async function startProxy(target: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let isDropping = false;
  let holding: 'scripts' | 'others' | undefined;
  let connections = 0;
  const held: (() => void)[] = [];
  const server = createServer((near) => {
    connections += 1;
    if (proxy.silent > 0) {
      proxy.silent -= 1;
      sockets.add(near.resume());
      near.on('error', () => {}).on('close', () => sockets.delete(near));
      return;
    }
    const far = connect(proxy.target, '127.0.0.1');
    let runsScripts = false;
    near.on('data', (bytes) => {
      runsScripts ||= bytes.includes('EVALSHA');
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      const pass = (bytes: Buffer) => isDropping || to.destroyed || to.write(bytes);
      from.on('data', (bytes) => {
        if (from === far && holding === (runsScripts ? 'scripts' : 'others')) held.push(() => pass(bytes));
        else pass(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const port = await listenOnFreePort(server);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const proxy: FaultProxy = {
    port,
    target,
    silent: 0,
    get connections() {
      return connections;
    },
    get held() {
      return held.length;
    },
    hold: (what) => {
      holding = what;
    },
    release: () => {
      holding = undefined;
      for (const pass of held.splice(0)) pass();
    },
    cut,
    drop: () => {
      isDropping = true;
    },
    heal: () => {
      isDropping = false;
      // Bytes are missing in the middle of what these connections carry.
      cut();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
  return proxy;
}
