import type { z } from 'zod';
import { auditCommands } from './commands/audit.ts';
import { collectionCommands } from './commands/collections.ts';
import { driftCommands } from './commands/drift.ts';
import { expectationCommands } from './commands/expectations.ts';
import { labCommands } from './commands/labs.ts';
import { liveStateCommands } from './commands/live-state.ts';
import { recordChangeCommands } from './commands/record-changes.ts';
import { recordCommands } from './commands/records.ts';
import { requestCommands } from './commands/requests.ts';
import { scenarioCommands } from './commands/scenarios.ts';
import { timelineCommands } from './commands/timeline.ts';
import { upstreamCommands } from './commands/upstream.ts';
import { workspaceCommands } from './commands/workspace.ts';

/**
 * Every command of the console API. Browsers and test code send `POST /call/<command>`, the desktop window uses Electron's
 * channel `call`; names, inputs and outputs are the same.
 */
export const commands = {
  ...workspaceCommands,
  ...collectionCommands,
  ...recordCommands,
  ...recordChangeCommands,
  ...liveStateCommands,
  ...scenarioCommands,
  ...requestCommands,
  ...expectationCommands,
  ...auditCommands,
  ...timelineCommands,
  ...labCommands,
  ...driftCommands,
  ...upstreamCommands,
} as const;

export type CommandName = keyof typeof commands;
export type CommandInput<Name extends CommandName> = z.infer<(typeof commands)[Name]['input']>;
export type CommandOutput<Name extends CommandName> =
  | NonNullable<(typeof commands)[Name]['output']['type']>
  | (null extends (typeof commands)[Name]['output']['type'] ? null : never);
