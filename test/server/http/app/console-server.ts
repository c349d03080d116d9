import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Reply } from '../../../../server/contract/decode.ts';
import type { ConsoleEvent } from '../../../../server/contract/event.ts';
import { accept } from '../../../../server/domain/basics/result.ts';
import { createConsoleApp } from '../../../../server/http/app/console-app.ts';
import { listen, type Timeouts } from '../../../../server/http/connection/listener.ts';
import { httpResponse } from '../../../../server/message/http-response.ts';

export const token = 'a-token_0';

export interface ConsoleOptions {
  readonly call?: (name: string, input: unknown) => Promise<Reply<unknown>>;
  readonly heartbeat?: number;
  readonly timeouts?: Partial<Timeouts>;
  readonly closing?: AbortSignal;
}

/** A running console server over a host that answers a command with what it was given. */
export async function startConsole({ call = echo, heartbeat = 60_000, timeouts, closing }: ConsoleOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'console-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'browser.html'), '<!doctype html>');
  await writeFile(join(folder, 'browser-a1B2c3D4.js'), 'export {};');
  await writeFile(join(folder, 'font.woff2'), Buffer.from([0, 0xff, 1]));

  const listeners = new Set<(events: readonly ConsoleEvent[]) => void>();
  const faults: unknown[] = [];
  const app = createConsoleApp({
    call,
    agents: async () => httpResponse(204),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    server: () => ({ state: 'stopped' }),
    token,
    assets: folder,
    heartbeat,
    closing,
    onFault: (fault) => faults.push(fault),
  });
  const listening = await listen(app, { port: 0, host: '127.0.0.1', ...(timeouts && { timeouts }) });
  if (!listening.ok) throw new Error(listening.problem.detail);
  onTestFinished(() => listening.value.close());
  const emit = (...events: readonly ConsoleEvent[]) => {
    for (const listener of listeners) listener(events);
  };
  return { port: listening.value.port, listeners, emit, faults };
}

async function echo(name: string, input: unknown): Promise<Reply<unknown>> {
  return accept({ name, input });
}
