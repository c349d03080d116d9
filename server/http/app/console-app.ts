import { Router } from '@koa/router';
import type { ServerState } from '../../contract/schema/state.ts';
import { Scheduler } from '../../runtime/scheduler.ts';
import type { HttpState } from '../connection/http-context.ts';
import { allowedMethods } from '../middleware/allowed-methods.ts';
import { bearerToken } from '../middleware/bearer-token.ts';
import { errorBoundary } from '../middleware/error-boundary.ts';
import { health } from '../middleware/health.ts';
import { hostCheck } from '../middleware/host-check.ts';
import { requestBody } from '../middleware/request-body.ts';
import { requestTarget } from '../middleware/request-target.ts';
import { type DeliveryObserver, responseWriter } from '../middleware/response-writer.ts';
import { sameOrigin } from '../middleware/same-origin.ts';
import { securityHeaders } from '../middleware/security-headers.ts';
import { type AgentCallOptions, agentCall } from './agent-call.ts';
import { BareKoaApp } from './bare-koa-app.ts';
import { type CommandCallOptions, commandCall } from './command-call.ts';
import { consoleAssets } from './console-assets.ts';
import { type EventStreamOptions, eventStream } from './event-stream.ts';
import { schemaDocument } from './schema-document.ts';

export interface ConsoleAppOptions
  extends Pick<CommandCallOptions, 'call'>,
    Pick<AgentCallOptions, 'agents'>,
    Pick<EventStreamOptions, 'subscribe' | 'closing'> {
  /** The secret that protects commands and events. */
  readonly token: string;
  /** The state of the mock server, for `GET /health`. */
  readonly server: () => ServerState;
  /** The state of the shared live state, for `GET /health`. */
  readonly share?: () => object | undefined;
  /** Folder of the built console. */
  readonly assets: string;
  /** Host names to accept beside those of this machine. */
  readonly allowedHosts?: readonly string[];
  /** Receives everything that a bug throws. */
  readonly onFault: (fault: unknown) => void;
  /** Milliseconds between two heartbeats of an event stream. */
  readonly heartbeat?: number;
}

/** Bytes of a command's body; one command may carry a whole workspace. */
const commandLimit = 64 * 2 ** 20;

const consoleAdvice = 'Use localhost, or start the program with --allow-host and this name.';

const unobserved: DeliveryObserver<HttpState> = {
  delayed: () => undefined,
  sent: () => undefined,
  abandoned: () => undefined,
};

/**
 * The console's server: its page, the console API and the MCP server. Every command, every message of an agent and the event stream need the token, a page of the same
 * origin and an allowed host name; commands need POST.
 */
export function createConsoleApp(options: ConsoleAppOptions): BareKoaApp<HttpState> {
  const { call, agents, subscribe, closing, server, token, assets, onFault } = options;
  const { allowedHosts = [], heartbeat = 15_000 } = options;
  const guards = [sameOrigin(), bearerToken({ token })] as const;
  const scheduler = new Scheduler();
  const body = requestBody({ limit: () => commandLimit, scheduler, received: () => undefined });
  const router = new Router<HttpState>({ sensitive: true, strict: true })
    .all('/call/:command', allowedMethods('POST'), ...guards, body, commandCall({ call, scheduler }))
    .all('/mcp', allowedMethods('POST', 'DELETE'), ...guards, body, agentCall({ agents, scheduler }))
    .all('/health', allowedMethods('GET', 'HEAD'), health(server, options.share))
    .all('/workspace.schema.json', allowedMethods('GET', 'HEAD'), schemaDocument())
    .all('/events', allowedMethods('GET'), ...guards, eventStream({ subscribe, heartbeat, closing }));

  const app = new BareKoaApp<HttpState>();
  app
    .use(errorBoundary({ onFault, sent: unobserved.sent }))
    .use(responseWriter(unobserved, scheduler))
    .use(securityHeaders())
    .use(requestTarget())
    .use(hostCheck({ allowedHosts: () => allowedHosts, advice: consoleAdvice }))
    .use(router.routes())
    .use(allowedMethods('GET', 'HEAD'))
    .use(consoleAssets({ folder: assets }));
  return app;
}
