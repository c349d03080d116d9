import type { ServerState } from '../../server/contract/schema/state.ts';

/** The origin of the mock server, or its default while it is stopped. */
export function mockAddress(server: ServerState): string {
  return server.state === 'listening' ? server.url : 'http://127.0.0.1:4010';
}
