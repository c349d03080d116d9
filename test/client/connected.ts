import { onTestFinished } from 'vitest';
import type { ConsoleAddress } from '../../server/client/call.ts';
import { connect, type MockConsole } from '../../server/client/connect.ts';
import type { Json } from '../../server/domain/json/json.ts';
import { startMock } from '../support/running-mock.ts';
import { serveConsole } from '../support/served-console.ts';

export interface Connected {
  readonly address: ConsoleAddress;
  readonly client: MockConsole;
  /** URL of the mock API. */
  readonly mock: string;
}

/** Starts a mock with a console and connects the client to it. Both are closed when the test ends. */
export async function connected(workspace: Json): Promise<Connected> {
  const mock = await startMock(workspace);
  const served = await serveConsole(mock.host);
  onTestFinished(async () => {
    await served.close().finally(() => mock[Symbol.asyncDispose]());
  });
  return { address: served, client: connect(served), mock: `http://127.0.0.1:${mock.port}` };
}
