import { Router } from '@koa/router';
import { allowedMethods } from './allowed-methods.ts';
import { answerWriter, type DeliveryObserver } from './answer-writer.ts';
import { bearerToken } from './bearer-token.ts';
import { type CommandCallOptions, commandCall } from './command-call.ts';
import { consoleAssets } from './console-assets.ts';
import { EdgeApp } from './edge-app.ts';
import type { EdgeState } from './edge-state.ts';
import { errorBoundary } from './error-boundary.ts';
import { type EventStreamOptions, eventStream } from './event-stream.ts';
import { hostCheck } from './host-check.ts';
import { requestBody } from './request-body.ts';
import { requestTarget } from './request-target.ts';
import { sameOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { Turns } from './turns.ts';

export interface ConsoleAppOptions extends CommandCallOptions, Pick<EventStreamOptions, 'subscribe'> {
  /** The secret that commands and events need. */
  readonly token: string;
  /** Folder of the built console. */
  readonly assets: string;
  /** Gets what was thrown by a bug. */
  readonly onFault: (fault: unknown) => void;
  /** Milliseconds between two signs of life on an event stream. */
  readonly heartbeat?: number;
}

/** Bytes of a command; a whole workspace may come in one. */
const commandLimit = 64 * 2 ** 20;

const unobserved: DeliveryObserver<EdgeState> = {
  held: () => undefined,
  sent: () => undefined,
  gone: () => undefined,
};

/**
 * The console's server: its page and the console API. Nothing that changes or tells anything is reached without the
 * token, from a page of another origin, by another name than this machine's own, or with GET.
 */
export function createConsoleApp(options: ConsoleAppOptions): EdgeApp<EdgeState> {
  const { call, subscribe, token, assets, onFault, heartbeat = 15_000 } = options;
  const guards = [sameOrigin(), bearerToken({ token })] as const;
  const router = new Router<EdgeState>({ sensitive: true, strict: true })
    .all(
      '/call/:command',
      allowedMethods('POST'),
      ...guards,
      requestBody({ limit: () => commandLimit, received: () => undefined }),
      commandCall({ call }),
    )
    .all('/events', allowedMethods('GET'), ...guards, eventStream({ subscribe, heartbeat }));

  const app = new EdgeApp<EdgeState>();
  app
    .use(errorBoundary({ onFault, sent: unobserved.sent }))
    .use(answerWriter(unobserved, new Turns()))
    .use(securityHeaders())
    .use(requestTarget())
    .use(hostCheck({ allowedHosts: () => [], advice: 'The console is for this machine only: use localhost.' }))
    .use(router.routes())
    .use(allowedMethods('GET', 'HEAD'))
    .use(consoleAssets({ folder: assets }));
  return app;
}
