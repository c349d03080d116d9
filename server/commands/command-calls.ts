import type { Caller } from '../contract/caller.ts';
import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import type { Reply } from '../contract/decode.ts';
import { loadDecoder } from '../contract/load-decoder.ts';
import { LongText } from '../domain/basics/long-text.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import { Afterwards } from '../runtime/afterwards.ts';
import { RepeatedCalls } from '../runtime/repeated-calls.ts';
import { carryOut, type Handlers } from './context.ts';

interface Agreement {
  perform<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    carryOut: () => Reply<CommandOutput<Name>> | Promise<Reply<CommandOutput<Name>>>,
    key?: string,
  ): Promise<Reply<CommandOutput<Name>>>;
}

interface CommandCallsOptions {
  readonly handlers: Handlers;
  /** Carries out commands on which several instances agree; undefined for a host of its own. */
  readonly share: Agreement | undefined;
  /** Resolves when the requests of this turn have been answered. */
  readonly endOfTurn: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
  /** Called after every command. */
  readonly onDone: () => void;
}

/** Decodes commands and carries them out. */
export class CommandCalls {
  readonly #options: CommandCallsOptions;
  readonly #repeated = new RepeatedCalls();
  #decoder: ReturnType<typeof loadDecoder> | undefined;

  constructor(options: CommandCallsOptions) {
    this.#options = options;
  }

  /** Carries out a command that the program itself gives. */
  async perform<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<Reply<CommandOutput<Name>>> {
    return joined(await this.#carryOut(name, input, {}));
  }

  /**
   * Decodes a command of the contract and its caller, and carries it out, once for each key of a caller. Every failure is a
   * problem. The member `text` of the reply may be a {@link LongText}.
   */
  async callInPieces(name: string, input: unknown, given?: unknown): Promise<Reply<unknown>> {
    // Loaded when first needed: the schemas of all commands take a good part of a start.
    this.#decoder ??= loadDecoder(this.#options.endOfTurn);
    const { decodeCommand, decodeCaller } = await this.#decoder;
    const caller = decodeCaller(given);
    if (!caller.ok) return caller;
    const command = decodeCommand(name, input);
    if (!command.ok) return command;
    const { key } = caller.value;
    const run = () => this.#carryOutDecoded(command.value, caller.value);
    return key === undefined ? run() : this.#repeated.once(key, name, input, run);
  }

  /** {@link callInPieces} with the text of the reply as one string. */
  async call(name: string, input: unknown, given?: unknown): Promise<Reply<unknown>> {
    return joined(await this.callInPieces(name, input, given));
  }

  /** Name and input of a decoded command belong together by construction of the decoder. */
  #carryOutDecoded<Name extends CommandName>(
    { name, input }: { readonly name: Name; readonly input: CommandInput<Name> },
    caller: Caller,
  ): Promise<Reply<CommandOutput<Name>>> {
    return this.#carryOut(name, input, caller);
  }

  async #carryOut<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    caller: Caller,
  ): Promise<Reply<CommandOutput<Name>>> {
    const { handlers, share, onFault, onDone } = this.#options;
    try {
      const run = () =>
        carryOut(handlers, name, input, caller) as Reply<CommandOutput<Name>> | Promise<Reply<CommandOutput<Name>>>;
      return await complete(await (share ? share.perform(name, input, run, caller.key) : run()));
    } catch (error) {
      onFault(error);
      return refuse(problem('internal', `The command ${name} failed because of a bug in the program.`));
    } finally {
      onDone();
    }
  }
}

/** The reply with the part that was still to come. */
async function complete<T>(reply: Reply<T>): Promise<Reply<T>> {
  if (!reply.ok || typeof reply.value !== 'object' || reply.value === null || !('added' in reply.value)) return reply;
  const { value } = reply;
  return value.added instanceof Afterwards ? accept({ ...value, added: await value.added.find() }) : reply;
}

/** The reply with its text as one string, for callers in the same process. */
function joined<T>(reply: Reply<T>): Reply<T> {
  if (!reply.ok || typeof reply.value !== 'object' || reply.value === null || !('text' in reply.value)) return reply;
  const { value } = reply;
  return value.text instanceof LongText ? accept({ ...value, text: value.text.toString() }) : reply;
}
