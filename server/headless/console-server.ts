import { randomBytes } from 'node:crypto';
import type { Problem } from '../domain/basics/problem.ts';
import type { Result } from '../domain/basics/result.ts';
import type { Host } from '../host.ts';
import { createConsoleApp } from '../http/app/console-app.ts';
import { type Listening, listen } from '../http/connection/listener.ts';

export interface ConsoleServerOptions {
  readonly host: Host;
  readonly port: number;
  /** The secret that authorizes every command. */
  readonly token: string;
  /** Folder of the built console. */
  readonly assets: string;
  readonly onFault: (error: unknown) => void;
}

/** A secret of 192 bits that fits a URL and a header. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Serves the console and its API on the loopback address only. */
export function startConsoleServer(options: ConsoleServerOptions): Promise<Result<Listening, Problem>> {
  const { host, port, token, assets, onFault } = options;
  const app = createConsoleApp({ call: host.call, subscribe: host.subscribe, token, assets, onFault });
  return listen(app, { port, host: '127.0.0.1' });
}
