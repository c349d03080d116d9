import type { CommandInput, CommandName, CommandOutput } from '../../server/contract/command.ts';
import type { Host } from '../../server/host.ts';

/** What a command gives back that must not be refused. */
export async function hostValue<Name extends CommandName>(
  host: Host,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandOutput<Name>> {
  const reply = await host.call(name, input);
  if (!reply.ok) throw new Error(reply.problem.detail);
  return reply.value as CommandOutput<Name>;
}
