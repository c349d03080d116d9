import type { ServerState } from '../../contract/schema/state.ts';
import { httpResponse } from '../../message/http-response.ts';
import type { HttpContext } from '../connection/http-context.ts';

/**
 * `GET /health`: 200 while the mock listens, else 503, with the state of the mock and of the shared live state, if it has one.
 * Needs no token and changes nothing.
 */
export function health(server: () => ServerState, share: () => object | undefined = () => undefined) {
  return function health(ctx: HttpContext): void {
    const { state } = server();
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
    ctx.state.response = httpResponse(
      state === 'listening' ? 200 : 503,
      headers,
      JSON.stringify({ mock: state, share: share() }),
    );
  };
}
