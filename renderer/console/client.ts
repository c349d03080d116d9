import type { CommandInput, CommandName, CommandOutput } from '../../server/contract/command.ts';
import type { Result } from '../../server/domain/basics/result.ts';
import type { Transport } from './transport.ts';

/** The commands of the contract with their types, over any transport. */
export interface Client {
  readonly call: <Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ) => Promise<Result<CommandOutput<Name>>>;
}

export function createClient(transport: Transport): Client {
  return {
    call: async <Name extends CommandName>(name: Name, input: CommandInput<Name>) =>
      (await transport.call(name, input)) as Result<CommandOutput<Name>>,
  };
}
