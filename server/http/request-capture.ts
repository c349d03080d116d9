import type { Next } from 'koa';
import type { MockContext } from '../domain/answer/context.ts';
import type { Clock } from './clock.ts';
import type { EdgeContext } from './edge-state.ts';
import type { MockState } from './mock-state.ts';
import type { RequestLog } from './request-log.ts';

export interface RequestCaptureOptions {
  readonly log: RequestLog;
  readonly clock: Clock;
  readonly context: () => MockContext;
}

/** Enters the request into the log before anything can refuse it, and takes the mock as it is at this moment. */
export function requestCapture({ log, clock, context }: RequestCaptureOptions) {
  return function requestCapture({ req, state }: EdgeContext<MockState>, next: Next): unknown {
    state.context = context();
    state.entry = log.begin({
      method: req.method ?? '',
      target: req.url ?? '',
      headers: req.rawHeaders,
      scenario: state.context.scenario,
      time: clock.now(),
      started: clock.elapsed(),
    });
    return next();
  };
}
