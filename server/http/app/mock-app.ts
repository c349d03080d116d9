import type { ServerResponse } from 'node:http';
import { Router, type RouterContext } from '@koa/router';
import type { Next } from 'koa';
import type { Problem } from '../../domain/basics/problem.ts';
import { isWork, type largeResult, type Work } from '../../domain/basics/work.ts';
import type { Endpoint } from '../../domain/endpoints/endpoint.ts';
import { endpointOfPath } from '../../domain/endpoints/path-endpoint.ts';
import { pieceSizes } from '../../domain/json/text-window.ts';
import { parseBody } from '../../domain/response/record-body.ts';
import type { MockContext } from '../../domain/session/context.ts';
import type { Timeline } from '../../domain/timeline/timeline.ts';
import type { LogEntry } from '../../log/log-entry.ts';
import type { RequestLog } from '../../log/request-log.ts';
import { HttpRequest } from '../../message/http-request.ts';
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
import { maskedResponse, upstreamResponses } from '../middleware/upstream-responses.ts';
import { Upstream } from '../upstream/upstream.ts';
import { BareKoaApp } from './bare-koa-app.ts';
import type { SharedRequests, SharedResponse } from './shared-requests.ts';

export interface MockAppOptions {
  /** The mock as it is now, for a session or for all other clients; called once a request. */
  readonly context: (session: string | null) => MockContext;
  readonly endpoints: readonly Endpoint[];
  /** Responds to paths without an endpoint. */
  readonly noRoute: Endpoint['respond'];
  readonly log: RequestLog;
  /** Is told which request changes records, and tells the moment of its response. */
  readonly timeline?: Pick<Timeline, 'request' | 'last'>;
  /** Answers instead of the endpoints alone, where several instances share the live state. */
  readonly shared?: SharedRequests | undefined;
  /** Runs long work in time slices and batches responses. */
  readonly scheduler?: Scheduler;
  readonly clock?: Clock;
  readonly requestSender?: RequestSender;
  /** The real service, for responses that the mock does not have. */
  readonly upstream?: Upstream;
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
    timeline = { request: 0, last: 0 },
    shared,
    scheduler = new Scheduler(),
    clock = systemClock,
    requestSender,
    stageFor,
    upstream = new Upstream(),
    allowedHosts = [],
    onFault,
    onRefusal: refused = () => undefined,
  } = options;
  const observer: DeliveryObserver<MockState> = {
    delayed: ({ state }, delayed) => state.entry && log.delayed(state.entry, delayed, clock.elapsed()),
    sent: ({ state }, sent) =>
      isCaptured(state) && log.answered(state.entry, maskedResponse(sent, state), clock.elapsed(), state.body),
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
    .use<CapturedState>(upstreamResponses({ upstream, log, clock, scheduler }))
    .use<CapturedState>(collectionPaths({ scheduler, timeline, shared }))
    .use<CapturedState, RouterContext<CapturedState>>(routes(endpoints, { scheduler, timeline, shared }))
    .use<CapturedState>(respondWith(noRoute, { scheduler, timeline, shared }));
  return app;
}

function isCaptured(state: MockState): state is CapturedState {
  return state.entry !== undefined;
}

interface Parts extends Pick<MockAppOptions, 'shared'> {
  readonly scheduler: Scheduler;
  readonly timeline: Moments;
}

type Moments = NonNullable<MockAppOptions['timeline']>;

/** Serves the paths that the workspace gives its collections, which may change between two requests. */
function collectionPaths(parts: Parts) {
  return function collectionPaths(ctx: HttpContext<CapturedState>, next: Next): unknown {
    const respond = endpointOfPath(ctx.state.context, ctx.state.target.path);
    return respond ? respondWith(respond, parts)(ctx) : next();
  };
}

function routes(endpoints: readonly Endpoint[], parts: Parts) {
  const router = new Router<CapturedState>({ sensitive: true, strict: true });
  for (const { path, respond } of endpoints) router.all(path, respondWith(respond, parts));
  return router.routes();
}

type RoutedContext = HttpContext<CapturedState> & { readonly captures?: readonly string[] };

/** Sets the response of an endpoint. Long work is scheduled, and stops without a response if the client disconnects. */
function respondWith(respond: Endpoint['respond'], { scheduler, timeline, shared }: Parts) {
  return function respondToRequest(ctx: RoutedContext): unknown {
    const { target, body, entry } = ctx.state;
    const request = new HttpRequest(ctx.method, target, ctx.req.rawHeaders, body, entry.scenario, entry.isSecure);
    if (!body?.ok || body.value.length <= pieceSizes.prompt) return respondTo(ctx, request);
    return scheduler.run(parseBody(body.value)).then((parsed) => {
      request.parsed = parsed;
      return respondTo(ctx, request);
    });
  };

  function respondTo(ctx: RoutedContext, request: HttpRequest): unknown {
    const { entry, context } = ctx.state;
    if (shared) return respondShared(shared, ctx, request);
    const response = during(timeline, entry, () => respond(context, request, ctx.captures ?? []));
    request.parsed = undefined;
    if (!isWork(response)) {
      ctx.state.response = response;
      return;
    }
    const slice = () => during(timeline, entry, () => response.next());
    const begun = slice();
    if (begun.done) {
      ctx.state.response = begun.value;
      return;
    }
    return scheduler
      .run(whileOpen(ctx.res, slice, begun.value, () => response.return(undefined as never)))
      .then((result) => {
        ctx.state.response = result;
      });
  }

  /** Sets the response of a mock whose live state is shared: the changes of the request are made when they are committed. */
  function respondShared(requests: SharedRequests, ctx: RoutedContext, request: HttpRequest): unknown {
    const { entry, context } = ctx.state;
    const set = ({ response, headers }: SharedResponse) => {
      request.parsed = undefined;
      ctx.state.response = response;
      const { headers: others, origin } = ctx.state;
      const exposed = origin === undefined ? [] : ['Access-Control-Expose-Headers', 'X-Mock-Revision, X-Mock-Share'];
      // Most clients are no pages of another origin: all their responses share one list.
      ctx.state.headers = others || exposed.length > 0 ? [...(others ?? []), ...headers, ...exposed] : headers;
      entry.moment = timeline.last;
    };
    const shared = requests.answer({
      request,
      respond: () => respond(context, request, ctx.captures ?? []),
      around: (apply) => during(timeline, entry, apply),
      isLeft: () => ctx.res.destroyed,
    });
    return shared instanceof Promise ? shared.then(set) : set(shared);
  }
}

/** Does a part of the work for a request without a pause: changes that it makes are the request's. */
function during<T>(timeline: Moments, entry: LogEntry, part: () => T): T {
  timeline.request = entry.id;
  try {
    return part();
  } finally {
    timeline.request = 0;
    entry.moment = timeline.last;
  }
}

/**
 * Does the rest of the work while the client is connected; undefined once it has disconnected. `pause` is the value of the
 * pause that the work has begun with.
 */
function* whileOpen<T>(
  res: ServerResponse,
  slice: () => ReturnType<Work<T>['next']>,
  pause: undefined | typeof largeResult,
  stop: () => void,
): Work<T | undefined> {
  for (let latest = pause; ; ) {
    yield latest;
    if (res.destroyed) {
      stop();
      return undefined;
    }
    const { done, value } = slice();
    if (done) return value;
    latest = value;
  }
}
