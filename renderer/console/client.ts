import type { CommandInput, CommandName, CommandOutput } from '../../server/contract/command.ts';
import { creatingCommands } from '../../server/contract/creating-commands.ts';
import type { Result } from '../../server/domain/basics/result.ts';
import type { Submission } from './submission.ts';
import type { Transport } from './transport.ts';

/** The commands of the contract with their types, over any transport. */
export interface Client {
  /**
   * Calls a command. One that creates something is carried out once: for the same input from one form, and while an equal
   * call is in flight.
   */
  readonly call: <Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    form?: Submission,
  ) => Promise<Result<CommandOutput<Name>>>;
}

/** `console` is the id under which the host's history remembers the edits of this page. */
export function createClient(transport: Transport, console?: string): Client {
  /** Keys of the creating calls in flight, by name and input. */
  const inFlight = new Map<string, string>();

  async function create(name: string, input: unknown, form?: Submission): Promise<Result<unknown>> {
    const text = `${name} ${JSON.stringify(input)}`;
    const key = form?.keyOf(text) ?? inFlight.get(text) ?? crypto.randomUUID();
    inFlight.set(text, key);
    try {
      return await transport.call(name, input, { console, key });
    } finally {
      inFlight.delete(text);
    }
  }

  return {
    call: async <Name extends CommandName>(name: Name, input: CommandInput<Name>, form?: Submission) =>
      (await (creatingCommands.has(name)
        ? create(name, input, form)
        : transport.call(name, input, { console }))) as Result<CommandOutput<Name>>,
  };
}
