import type { Reply } from '../contract/decode.ts';
import type { Problem } from '../domain/basics/problem.ts';
import type { Commands } from './commands.ts';
import { MockConsoleError } from './errors.ts';

/**
 * Sends a command of the console API and resolves with its output. Rejects with a {@link MockConsoleError} if the
 * console refuses the command or cannot be reached.
 */
export type Call = <Name extends keyof Commands>(
  name: Name,
  input: Commands[Name]['input'],
) => Promise<Commands[Name]['output']>;

/** Where to reach a console: its URL and its token, both from the ready line that the program prints. */
export interface ConsoleAddress {
  readonly console: string;
  readonly token: string;
}

/** Calls commands over HTTP, as `POST /call/<command>` with the token as bearer token. */
export function callOver({ console: url, token }: ConsoleAddress): Call {
  return async <Name extends keyof Commands>(name: Name, input: Commands[Name]['input']) => {
    const response = await post(`${url.replace(/\/$/, '')}/call/${name}`, token, input);
    const reply = (await response.json()) as Extract<Reply<Commands[Name]['output']>, { ok: true }> | Problem;
    if ('ok' in reply && reply.ok === true) return reply.value as Commands[Name]['output'];
    throw refusal(name, reply as Problem);
  };
}

async function post(url: string, token: string, input: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  try {
    return await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
  } catch (cause) {
    throw new MockConsoleError('unreachable', `No console answers at ${new URL(url).origin}.`, null, { cause });
  }
}

function refusal(command: string, problem: Problem): MockConsoleError {
  const code = problem.type.split('/').at(-1) ?? problem.type;
  return new MockConsoleError(code, `${command}: ${problem.detail}`, problem);
}
