import { expect } from 'vitest';
import type { CommandInput, CommandName, CommandOutput } from '../../server/contract/command.ts';
import type { ConsoleEvent } from '../../server/contract/event.ts';
import type { Host } from '../../server/host.ts';
import { hostValue, temporaryHost } from '../support/temporary-host.ts';
import type { Connection } from './connection.ts';
import { connectHttp } from './http-connection.ts';
import { connectIpc } from './ipc-connection.ts';

/** The transports of the console API. The contract suite runs over each of them. */
export const transports: [string, (host: Host) => Promise<Connection>][] = [
  ['Electron IPC', connectIpc],
  ['loopback HTTP', connectHttp],
];

export async function connected(connect: (host: Host) => Promise<Connection>) {
  const temporary = await temporaryHost();
  const connection = await connect(temporary.host);
  const events: ConsoleEvent[] = [];
  await connection.follow((event) => events.push(event));
  return {
    ...temporary,
    events,
    call: connection.call,
    value: <Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>> =>
      hostValue(connection, name, input),
    [Symbol.asyncDispose]: async () => {
      await connection.close();
      await temporary[Symbol.asyncDispose]();
      expect(temporary.faults).toEqual([]);
    },
  };
}

/** URL of the mock API. */
export async function mockUrl(
  value: (name: 'workspace.get', input: Record<string, never>) => Promise<CommandOutput<'workspace.get'>>,
) {
  const { server } = await value('workspace.get', {});
  if (server.state !== 'listening') throw new Error(`The mock server is ${server.state}`);
  return server.url;
}
