import type { ServerResponse } from 'node:http';
import { Router } from '@koa/router';
import type { MockContext } from '../domain/answer/context.ts';
import type { Endpoint } from '../domain/answer/endpoint.ts';
import { isWork, type Work } from '../domain/work.ts';
import { answerWriter, type DeliveryObserver } from './answer-writer.ts';
import { type Clock, systemClock } from './clock.ts';
import { cors } from './cors.ts';
import { EdgeApp } from './edge-app.ts';
import { EdgeRequest } from './edge-request.ts';
import type { EdgeContext } from './edge-state.ts';
import { errorBoundary } from './error-boundary.ts';
import { hostCheck } from './host-check.ts';
import type { MockState } from './mock-state.ts';
import type { OwnClient } from './own-client.ts';
import { requestBody } from './request-body.ts';
import { requestCapture } from './request-capture.ts';
import type { RequestLog } from './request-log.ts';
import { requestTarget } from './request-target.ts';
import { Turns } from './turns.ts';

export interface MockAppOptions {
  /** The mock as it is now, for everybody or for the clients of a session; asked once a request. */
  readonly context: (session: string | null) => MockContext;
  readonly endpoints: readonly Endpoint[];
  /** Answers what is at no endpoint's path. */
  readonly noRoute: Endpoint['respond'];
  readonly log: RequestLog;
  /** Where long work waits for its turns, and answers for the end of theirs. */
  readonly turns?: Turns;
  readonly clock?: Clock;
  readonly ownClient?: OwnClient;
  /** Gets what was thrown by a bug. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * The mock server's app: brings each request before its endpoint and the answer back to the client. What HTTP asks of
 * any server is done here, what the mock API means is the endpoints' business.
 */
export function createMockApp(options: MockAppOptions): EdgeApp<MockState> {
  const { context, endpoints, noRoute, log, turns = new Turns(), clock = systemClock, ownClient, onFault } = options;
  const observer: DeliveryObserver<MockState> = {
    held: ({ state }, delay) => log.held(state.entry, delay, clock.elapsed()),
    sent: ({ state }, answer) => log.answered(state.entry, answer, clock.elapsed(), state.body),
    gone: ({ state }) => log.abandoned(state.entry, clock.elapsed()),
  };
  const app = new EdgeApp<MockState>();
  app
    .use(errorBoundary({ onFault, sent: observer.sent }))
    .use(requestCapture({ log, clock, context, ownClient }))
    .use(answerWriter(observer, turns))
    .use(
      requestBody<MockState>({
        limit: (state) => state.context.settings.bodyLimit,
        received: (state, body, bytes) => log.received(state.entry, body, bytes, clock.elapsed()),
      }),
    )
    .use(requestTarget())
    .use(
      hostCheck<MockState>({
        allowedHosts: (state) => state.context.settings.allowedHosts,
        advice: 'To allow it, add it to settings.allowedHosts of the workspace.',
      }),
    )
    .use(cors<MockState>({ policy: (state) => state.context.settings.cors }))
    .use(routes(endpoints, turns))
    .use(respondWith(noRoute, turns));
  return app;
}

function routes(endpoints: readonly Endpoint[], turns: Turns) {
  const router = new Router<MockState>({ sensitive: true, strict: true });
  for (const { path, respond } of endpoints) router.all(path, respondWith(respond, turns));
  return router.routes();
}

/** An answer that takes long work comes as a promise; none, where the client went away before it was done. */
function respondWith(respond: Endpoint['respond'], turns: Turns) {
  return function respondToRequest(ctx: EdgeContext<MockState> & { captures?: readonly string[] }): unknown {
    const { context, target, body, entry } = ctx.state;
    const request = new EdgeRequest(ctx.method, target, ctx.req.rawHeaders, body, entry.scenario);
    const answer = respond(context, request, ctx.captures ?? []);
    if (!isWork(answer)) {
      ctx.state.answer = answer;
      return;
    }
    const begun = answer.next();
    if (begun.done) {
      ctx.state.answer = begun.value;
      return;
    }
    return turns.run(whileOpen(ctx.res, answer)).then((result) => {
      ctx.state.answer = result;
    });
  };
}

/** The work as long as there is a client to do it for; nothing, once the client is gone. */
function* whileOpen<T>(res: ServerResponse, work: Work<T>): Work<T | undefined> {
  while (!res.destroyed) {
    const { done, value } = work.next();
    if (done) return value;
    yield;
  }
  return undefined;
}
