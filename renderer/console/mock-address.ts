import type { ServerState } from '../../server/contract/schema/state.ts';

/** The origin of the mock server, over HTTPS where it has that and it is asked for, or its default while it is stopped. */
export function mockAddress(server: ServerState, isSecure = false): string {
  if (isSecure && server.state === 'listening' && server.https) return server.https.url;
  return server.state === 'listening' ? server.url : 'http://127.0.0.1:4010';
}
