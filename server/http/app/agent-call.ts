import type { IncomingHttpHeaders } from 'node:http';
import { accept } from '../../domain/basics/result.ts';
import { type HttpResponse, problemResponse } from '../../message/http-response.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import type { HttpContext } from '../connection/http-context.ts';
import { readInput } from './command-call.ts';

export interface AgentCallOptions {
  /** Reads long messages in time slices. */
  readonly scheduler: Scheduler;
  /** The response of the MCP server to a message; `body` is its JSON, undefined without a body. */
  readonly agents: (message: {
    readonly method: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: unknown;
  }) => Promise<HttpResponse>;
}

/** `/mcp`: hands a message of an agent to the MCP server (Streamable HTTP). */
export function agentCall({ agents, scheduler }: AgentCallOptions) {
  return async function agentCall(ctx: HttpContext): Promise<void> {
    const { method = '', headers } = ctx.req;
    const body = method === 'POST' ? await readInput(ctx, scheduler) : accept(undefined);
    ctx.state.response = body.ok
      ? await agents({ method, headers, body: body.value })
      : problemResponse(body.problem, { 'Cache-Control': 'no-store' });
  };
}
