import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import type { Json } from '../domain/json/json.ts';

/** The same type with all its members written out. */
type Plain<T> = [Json] extends [T] ? Json : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;

declare function commandsOfContract(): {
  readonly [Name in CommandName]: {
    readonly input: Plain<CommandInput<Name>>;
    readonly output: CommandOutput<Name>;
  };
};

/** Its type is inferred, so that the declarations hold what the commands take, and not the schemas that it comes from. */
const commands = () => commandsOfContract();

/** Every command of the console API: what it takes and what it gives back. */
export type Commands = ReturnType<typeof commands>;
