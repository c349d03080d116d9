import { randomBytes } from 'node:crypto';
import type { Problem } from '../domain/basics/problem.ts';
import { accept, type Result } from '../domain/basics/result.ts';
import type { Host } from '../host.ts';
import { type ConsoleAppOptions, createConsoleApp } from '../http/app/console-app.ts';
import { type Listening, listen } from '../http/connection/listener.ts';
import type { HttpAgents } from '../mcp/agents.ts';

export interface ConsoleServerOptions {
  readonly host: Host;
  readonly port: number;
  /** Address to listen on; the loopback address by default. */
  readonly address?: string | undefined;
  /** Host names to accept beside those of this machine. */
  readonly allowedHosts?: readonly string[];
  /** The secret that authorizes every command. */
  readonly token: string;
  /** Folder of the built console. */
  readonly assets: string;
  /** The version of the program. */
  readonly version: string;
  readonly onFault: (error: unknown) => void;
}

/** A secret of 192 bits that fits a URL, a header and a flag, whose value must not begin with a dash. */
export function newToken(): string {
  return randomBytes(24).toString('hex');
}

/** Serves the console and its API. */
export async function startConsoleServer(options: ConsoleServerOptions): Promise<Result<Listening, Problem>> {
  const { host, port, address = '127.0.0.1', allowedHosts = [], token, assets, version, onFault } = options;
  const closing = new AbortController();
  const { callInPieces, subscribe, server, share } = host;
  let loaded: Promise<HttpAgents> | undefined;
  // Loaded for the first agent: most programs never have one.
  const load = async () => new (await import('../mcp/agents.ts')).HttpAgents({ host, version });
  const agents: ConsoleAppOptions['agents'] = async (message) => {
    loaded ??= load();
    return (await loaded).respond(message);
  };
  const app = createConsoleApp({
    ...{ call: callInPieces, agents, subscribe, server, share, closing: closing.signal },
    ...{ token, assets, allowedHosts, onFault },
  });
  const listening = await listen(app, { port, host: address });
  if (!listening.ok) return listening;
  const close = async (patience?: number) => {
    closing.abort();
    await listening.value.close(patience);
    // Without its file, the MCP server has refused every message, and the program still has to save its edits.
    await (await loaded?.catch(() => undefined))?.close();
  };
  return accept({ ...listening.value, close });
}
