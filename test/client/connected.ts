import { onTestFinished } from 'vitest';
import type { ConsoleAddress } from '../../server/client/call.ts';
import { connect, type MockConsole } from '../../server/client/connect.ts';
import type { Json } from '../../server/domain/json/json.ts';
import { newToken, startConsoleServer } from '../../server/headless/console-server.ts';
import { startMock } from '../support/running-mock.ts';

export interface Connected {
  readonly address: ConsoleAddress;
  readonly client: MockConsole;
  /** Address of the mock API. */
  readonly mock: string;
}

/** A mock with a console of its own, and the client connected to it; both are closed when the test ends. */
export async function connected(workspace: Json): Promise<Connected> {
  const mock = await startMock(workspace);
  const token = newToken();
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => void faults.push(fault);
  const server = await startConsoleServer({ host: mock.host, port: 0, token, assets: import.meta.dirname, onFault });
  if (!server.ok) throw new Error(server.problem.detail);
  onTestFinished(async () => {
    await server.value.close();
    await mock[Symbol.asyncDispose]();
    if (faults.length > 0) throw faults[0];
  });
  const address = { console: server.value.url, token };
  return { address, client: connect(address), mock: `http://127.0.0.1:${mock.port}` };
}
