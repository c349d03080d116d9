import type { ServerState } from '../../server/contract/schema/state.ts';

/** Where the mock server is, or would be by default. */
export function mockAddress(server: ServerState): string {
  return server.state === 'listening' ? server.url : 'http://127.0.0.1:4010';
}
