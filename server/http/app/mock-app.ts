import type { ServerResponse } from 'node:http';
import { Router, type RouterContext } from '@koa/router';
import type { Next } from 'koa';
import type { Problem } from '../../domain/basics/problem.ts';
import { isWork, type largeResult, type Work } from '../../domain/basics/work.ts';
import type { Endpoint } from '../../domain/endpoints/endpoint.ts';
import { endpointOfPath } from '../../domain/endpoints/path-endpoint.ts';
import { parseBody } from '../../domain/response/record-body.ts';
import type { MockContext } from '../../domain/session/context.ts';
import type { RequestLog } from '../../log/request-log.ts';
import { HttpRequest } from '../../message/http-request.ts';
import { shortText } from '../../message/long-text.ts';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { Scheduler } from '../../runtime/scheduler.ts';
import type { HttpContext } from '../connection/http-context.ts';
import type { RequestSender } from '../connection/request-sender.ts';
import { cors } from '../middleware/cors.ts';
import { errorBoundary } from '../middleware/error-boundary.ts';
import { hostCheck } from '../middleware/host-check.ts';
import { originCheck } from '../middleware/origin-check.ts';
import { requestBody } from '../middleware/request-body.ts';
import {
  type CapturedState,
  type MockState,
  type RequestCaptureOptions,
  requestCapture,
} from '../middleware/request-capture.ts';
import { requestTarget } from '../middleware/request-target.ts';
import { type DeliveryObserver, responseWriter } from '../middleware/response-writer.ts';
import { BareKoaApp } from './bare-koa-app.ts';

export interface MockAppOptions {
  /** The mock as it is now, for a session or for all other clients; called once a request. */
  readonly context: (session: string | null) => MockContext;
  readonly endpoints: readonly Endpoint[];
  /** Responds to paths without an endpoint. */
  readonly noRoute: Endpoint['respond'];
  readonly log: RequestLog;
  /** Runs long work in time slices and batches responses. */
  readonly scheduler?: Scheduler;
  readonly clock?: Clock;
  readonly requestSender?: RequestSender;
  readonly stageFor?: RequestCaptureOptions['stageFor'];
  /** Host names to accept beside those of the settings. */
  readonly allowedHosts?: readonly string[];
  /** Receives everything that a bug throws. */
  readonly onFault: (fault: unknown) => void;
  /** Receives the reason for each request that the host or origin check refused. */
  readonly onRefusal?: (reason: Problem) => void;
}

/**
 * The mock server's app: routes each request to its endpoint and sends the response. The middleware do what HTTP demands of
 * every server; the endpoints define the mock API.
 */
export function createMockApp(options: MockAppOptions): BareKoaApp<MockState> {
  const {
    context,
    endpoints,
    noRoute,
    log,
    scheduler = new Scheduler(),
    clock = systemClock,
    requestSender,
    stageFor,
    allowedHosts = [],
    onFault,
    onRefusal: refused = () => undefined,
  } = options;
  const observer: DeliveryObserver<MockState> = {
    delayed: ({ state }, delayed) => state.entry && log.delayed(state.entry, delayed, clock.elapsed()),
    sent: ({ state }, sent) => state.entry && log.answered(state.entry, sent, clock.elapsed(), state.body),
    abandoned: ({ state }) => state.entry && log.abandoned(state.entry, clock.elapsed()),
  };
  const app = new BareKoaApp<MockState>();
  app
    .use(errorBoundary({ onFault, sent: observer.sent }))
    .use(responseWriter(observer, scheduler))
    .use(
      hostCheck({
        allowedHosts: () => [...allowedHosts, ...context(null).settings.allowedHosts],
        advice:
          'To allow it, add it to settings.allowedHosts of the workspace, or start the program with --allow-host.',
        refused,
      }),
    )
    .use(originCheck({ policy: () => context(null).settings.cors, refused }))
    .use<CapturedState>(requestCapture({ log, clock, context, requestSender, stageFor }))
    .use<CapturedState>(
      requestBody<CapturedState>({
        limit: (state) => state.context.settings.bodyLimit,
        scheduler,
        received: (state, body, bytes) => log.received(state.entry, body, bytes, clock.elapsed()),
      }),
    )
    .use(requestTarget())
    .use<CapturedState>(cors<CapturedState>({ policy: (state) => state.context.settings.cors }))
    .use<CapturedState>(collectionPaths(scheduler))
    .use<CapturedState, RouterContext<CapturedState>>(routes(endpoints, scheduler))
    .use<CapturedState>(respondWith(noRoute, scheduler));
  return app;
}

/** Serves the paths that the workspace gives its collections, which may change between two requests. */
function collectionPaths(scheduler: Scheduler) {
  return function collectionPaths(ctx: HttpContext<CapturedState>, next: Next): unknown {
    const respond = endpointOfPath(ctx.state.context, ctx.state.target.path);
    return respond ? respondWith(respond, scheduler)(ctx) : next();
  };
}

function routes(endpoints: readonly Endpoint[], scheduler: Scheduler) {
  const router = new Router<CapturedState>({ sensitive: true, strict: true });
  for (const { path, respond } of endpoints) router.all(path, respondWith(respond, scheduler));
  return router.routes();
}

type RoutedContext = HttpContext<CapturedState> & { readonly captures?: readonly string[] };

/** Sets the response of an endpoint. Long work is scheduled, and stops without a response if the client disconnects. */
function respondWith(respond: Endpoint['respond'], scheduler: Scheduler) {
  return function respondToRequest(ctx: RoutedContext): unknown {
    const { target, body, entry } = ctx.state;
    const request = new HttpRequest(ctx.method, target, ctx.req.rawHeaders, body, entry.scenario);
    if (!body?.ok || body.value.length <= shortText) return respondTo(ctx, request);
    return scheduler.run(parseBody(body.value)).then((parsed) => {
      request.parsed = parsed;
      return respondTo(ctx, request);
    });
  };

  function respondTo(ctx: RoutedContext, request: HttpRequest): unknown {
    const response = respond(ctx.state.context, request, ctx.captures ?? []);
    request.parsed = undefined;
    if (!isWork(response)) {
      ctx.state.response = response;
      return;
    }
    const begun = response.next();
    if (begun.done) {
      ctx.state.response = begun.value;
      return;
    }
    return scheduler.run(whileOpen(ctx.res, response, begun.value)).then((result) => {
      ctx.state.response = result;
    });
  }
}

/**
 * Does the rest of the work while the client is connected; undefined once it has disconnected. `pause` is the value of the
 * pause that the work has begun with.
 */
function* whileOpen<T>(res: ServerResponse, work: Work<T>, pause: undefined | typeof largeResult): Work<T | undefined> {
  for (let latest = pause; ; ) {
    yield latest;
    if (res.destroyed) return undefined;
    const { done, value } = work.next();
    if (done) return value;
    latest = value;
  }
}
