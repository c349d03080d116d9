import type { z } from 'zod';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { type CommandInput, type CommandName, commands } from './command.ts';

export type DecodedCommand = {
  [Name in CommandName]: { readonly name: Name; readonly input: CommandInput<Name> };
}[CommandName];

/** The reply to a command, on both transports. */
export type Reply<T> = Result<T, Problem>;

/** Decodes a command from outside. Refuses an unknown command with `unknown-command`, a wrong input with `bad-request`. */
export function decodeCommand(name: string, input: unknown): Result<DecodedCommand> {
  if (!Object.hasOwn(commands, name)) return refuse(problem('unknown-command', `There is no command "${name}".`));
  const decoded = decodeInput<unknown>(name, commands[name as CommandName].input, input);
  return decoded.ok ? accept({ name, input: decoded.value } as DecodedCommand) : decoded;
}

/** Decodes the input of the named command or tool. Refused with `bad-request`, with the wrong member in `parameter`. */
export function decodeInput<T>(name: string, schema: z.ZodType<T>, input: unknown): Result<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return accept(parsed.data);
  const issue = parsed.error.issues[0];
  const place = issue?.path.join('.') ?? '';
  const where = place === '' ? 'The input' : `The member "${place}"`;
  const reason = issue?.message ?? 'unknown reason';
  return refuse(problem('bad-request', `${where} of ${name} does not fit: ${reason}.`, { parameter: place }));
}
