import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import type { Json } from '../domain/json/json.ts';

/** The same type with every member written out, so that editors show members instead of schema types. */
type Plain<T> = [Json] extends [T] ? Json : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;

declare function commandsOfContract(): {
  readonly [Name in CommandName]: {
    readonly input: Plain<CommandInput<Name>>;
    readonly output: CommandOutput<Name>;
  };
};

/** Its inferred type keeps the schema library out of the published declarations. */
const commands = () => commandsOfContract();

/** Every command of the console API by its name, with the types of its input and its output. */
export type Commands = ReturnType<typeof commands>;
