import type { CommandInput, CommandName, CommandOutput } from '../../server/contract/command.ts';
import { creatingCommands, historySteps } from '../../server/contract/creating-commands.ts';
import { undoableCommands } from '../../server/contract/undoable-commands.ts';
import type { Result } from '../../server/domain/basics/result.ts';
import type { Submission } from './submission.ts';
import { isLost, type Transport } from './transport.ts';

/** The commands of the contract with their types, over any transport. */
export interface Client {
  /**
   * Calls a command. One that creates something is carried out once: for the same input from one form, and while an equal
   * call is in flight. If the reply to it, or to a step through the history, is lost, an equal call after it is that call once
   * more, unless another edit came between.
   */
  readonly call: <Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    form?: Submission,
  ) => Promise<Result<CommandOutput<Name>>>;
  /** Resolves once no undoable command is in flight, and their callers have the replies. */
  readonly settled: () => Promise<void>;
  /** Number of undoable commands that were carried out, or may have been because their replies were lost. */
  readonly editsDone: () => number;
  /** Calls back with the reply to come when an undoable command is sent. */
  readonly onSend: (listener: (reply: Promise<Result<unknown>>) => void) => void;
  /** Calls back after each command that {@link editsDone} counts, before its caller has the reply. */
  readonly onEdit: (listener: () => void) => void;
}

/** `console` is the id under which the host's history remembers the edits of this page. */
export function createClient(transport: Transport, console?: string): Client {
  /** Keys of the creating calls in flight, by name and input. */
  const inFlight = new Map<string, string>();
  /**
   * Keys of the latest calls whose replies were lost, by name and input. Any other edit ends this: whoever makes one has gone
   * on, and means what is equal to an earlier call anew.
   */
  const lost = new Map<string, string>();
  const edits = new Set<Promise<unknown>>();
  let done = 0;
  const listeners = new Set<() => void>();
  const senders = new Set<(reply: Promise<Result<unknown>>) => void>();

  /** Sends a call with a key; one whose reply was lost has its key again. */
  async function sendOnce(name: CommandName, input: unknown, form?: Submission): Promise<Result<unknown>> {
    const text = `${name} ${JSON.stringify(input)}`;
    const again = lost.get(text);
    if (again === undefined) lost.clear();
    const key = again ?? form?.keyOf(text) ?? inFlight.get(text) ?? crypto.randomUUID();
    // Two steps at once are two steps.
    if (!historySteps.has(name)) inFlight.set(text, key);
    try {
      const reply = await transport.call(name, input, { console, key });
      if (isLost(reply)) lost.set(text, key);
      else lost.delete(text);
      return reply;
    } finally {
      inFlight.delete(text);
    }
  }

  function send(name: CommandName, input: unknown, form?: Submission): Promise<Result<unknown>> {
    if (creatingCommands.has(name) || historySteps.has(name)) return sendOnce(name, input, form);
    if (undoableCommands.has(name)) lost.clear();
    return transport.call(name, input, { console });
  }

  async function edit(name: CommandName, input: unknown, form?: Submission): Promise<Result<unknown>> {
    const reply = await send(name, input, form);
    if (!reply.ok && !isLost(reply)) return reply;
    done += 1;
    for (const listener of listeners) listener();
    return reply;
  }

  function track(edited: Promise<Result<unknown>>): Promise<Result<unknown>> {
    const ended = edited.finally(() => edits.delete(ended));
    edits.add(ended);
    for (const listener of senders) listener(ended);
    return ended;
  }

  return {
    call: async <Name extends CommandName>(name: Name, input: CommandInput<Name>, form?: Submission) =>
      (await (undoableCommands.has(name) ? track(edit(name, input, form)) : send(name, input, form))) as Result<
        CommandOutput<Name>
      >,
    settled: async () => {
      do {
        await Promise.allSettled(edits);
        // The callers show their messages first, and may send the edits that waited for their turn.
        await new Promise((resolve) => setTimeout(resolve));
      } while (edits.size > 0);
    },
    editsDone: () => done,
    onSend: (listener) => void senders.add(listener),
    onEdit: (listener) => void listeners.add(listener),
  };
}
