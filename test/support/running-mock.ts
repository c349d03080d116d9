import type { RequestDetail } from '../../server/contract/schema/output.ts';
import type { Json } from '../../server/domain/json/json.ts';
import type { Host } from '../../server/host.ts';
import { clientOf, type Send } from './http-client.ts';
import { temporaryHost } from './temporary-host.ts';

/** A host whose mock listens, and a client of it. */
export interface RunningMock {
  readonly host: Host;
  readonly port: number;
  readonly send: Send;
  /** Bugs that were reported. */
  readonly faults: readonly unknown[];
  /** Closes the host and opens its file again. */
  readonly restart: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** A workspace file with those collections, and settings as far as they are given. */
export function workspaceOf(collections: Json, settings: Json = {}): Json {
  return { format: 'mock-api-console', version: 1, settings, collections };
}

/** Opens a workspace in a folder of its own; the mock listens at any free port. */
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

/** The latest request, as the log has it. */
export async function latestRequest({ host }: RunningMock): Promise<RequestDetail> {
  const list = await host.call('requests.list', { limit: 1 });
  const [{ id } = { id: 0 }] = list.ok ? (list.value as { entries: { id: number }[] }).entries : [];
  const detail = await host.call('requests.get', { id });
  if (!detail.ok) throw new Error(detail.problem.detail);
  return detail.value as RequestDetail;
}
