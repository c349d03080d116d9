import type { z } from 'zod';
import { expectationCommands } from './commands/expectations.ts';
import { liveStateCommands } from './commands/live-state.ts';
import { recordChangeCommands } from './commands/record-changes.ts';
import { recordCommands } from './commands/records.ts';
import { requestCommands } from './commands/requests.ts';
import { scenarioCommands } from './commands/scenarios.ts';
import { workspaceCommands } from './commands/workspace.ts';

/**
 * Every command that the console, in a window or a browser, and test code may give the host. The console API carries
 * them as `POST /call/<command>`, Electron over the channel `call`; names and inputs are the same for all.
 */
export const commands = {
  ...workspaceCommands,
  ...recordCommands,
  ...recordChangeCommands,
  ...liveStateCommands,
  ...scenarioCommands,
  ...requestCommands,
  ...expectationCommands,
} as const;

export type CommandName = keyof typeof commands;
export type CommandInput<Name extends CommandName> = z.infer<(typeof commands)[Name]['input']>;
export type CommandOutput<Name extends CommandName> =
  | NonNullable<(typeof commands)[Name]['output']['type']>
  | (null extends (typeof commands)[Name]['output']['type'] ? null : never);
