import { auditHandlers } from './audit.ts';
import { collectionHandlers } from './collections.ts';
import type { HandlerContext, Handlers } from './context.ts';
import { driftHandlers } from './drift.ts';
import { expectationHandlers } from './expectations.ts';
import { labHandlers } from './labs.ts';
import { liveStateHandlers } from './live-state.ts';
import { recordChangeHandlers } from './record-changes.ts';
import { recordHandlers } from './records.ts';
import { requestHandlers } from './requests.ts';
import { scenarioHandlers } from './scenarios.ts';
import { timelineHandlers } from './timeline.ts';
import { upstreamHandlers } from './upstream.ts';
import { workspaceHandlers } from './workspace.ts';

/** The handlers of all commands. */
export function handlersOf(context: HandlerContext): Handlers {
  const edits = { ...workspaceHandlers(context), ...collectionHandlers(context), ...scenarioHandlers(context) };
  return {
    ...edits,
    ...recordHandlers(context),
    ...recordChangeHandlers(context),
    ...liveStateHandlers(context),
    ...requestHandlers(context),
    ...expectationHandlers(context),
    ...auditHandlers(context),
    ...timelineHandlers(context),
    ...labHandlers(context),
    ...upstreamHandlers(context),
    ...driftHandlers(context, edits),
  };
}
