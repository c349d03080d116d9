import type { RequestDetail } from '../../server/contract/schema/output.ts';
import type { Json } from '../../server/domain/json/json.ts';
import type { Host } from '../../server/host.ts';
import { clientOf, type Send } from './http-client.ts';
import { hostValue, temporaryHost } from './temporary-host.ts';

/** A host whose mock API listens, and a client of the mock API. */
export interface RunningMock {
  readonly host: Host;
  readonly port: number;
  readonly send: Send;
  /** Bugs that the host reported. */
  readonly faults: readonly unknown[];
  /** Closes the host and opens its file again. */
  readonly restart: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** The JSON of a workspace file with these collections. */
export function workspaceOf(collections: Json, settings: Json = {}): Json {
  return { format: 'mock-api-console', version: 1, settings, collections };
}

/** Opens a host over a new workspace file; its mock API listens on a free port. */
export async function startMock(workspace: Json): Promise<RunningMock> {
  let temporary = await temporaryHost(workspace);
  let port = await listen(temporary.host);
  let send = clientOf(port);
  return {
    get host() {
      return temporary.host;
    },
    get port() {
      return port;
    },
    get faults() {
      return temporary.faults;
    },
    send: (request) => send(request),
    restart: async () => {
      temporary = await temporary.reopen();
      port = await listen(temporary.host);
      send = clientOf(port);
    },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}

async function listen(host: Host): Promise<number> {
  const started = await host.call('server.start', {});
  const server = host.server();
  if (server.state !== 'listening') throw new Error(`The mock does not listen: ${JSON.stringify(started)}`);
  return server.port;
}

/** The log's details of the latest request. */
export async function latestRequest({ host }: RunningMock): Promise<RequestDetail> {
  const { entries } = await hostValue(host, 'requests.list', { limit: 1 });
  return hostValue(host, 'requests.get', { id: entries[0]?.id ?? 0 });
}
