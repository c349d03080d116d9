import http from 'node:http';
import https from 'node:https';
import type { Reply } from '../contract/decode.ts';
import type { Problem } from '../domain/basics/problem.ts';
import type { Commands } from './commands.ts';
import { type ErrorCode, MockConsoleError } from './errors.ts';

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
    const text = await post(`${url.replace(/\/$/, '')}/call/${name}`, token, JSON.stringify(input));
    const reply = JSON.parse(text) as Extract<Reply<Commands[Name]['output']>, { ok: true }> | Problem;
    if ('ok' in reply && reply.ok === true) return reply.value as Commands[Name]['output'];
    throw refusal(name, reply as Problem);
  };
}

/**
 * Resolves with the body of the response. Uses neither `fetch`, which a suite may replace by a fake and jsdom lacks, nor a
 * connection that an idle server may just be closing.
 */
function post(url: string, token: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const unreachable = (cause: unknown) =>
      reject(new MockConsoleError('unreachable', `No console answers at ${new URL(url).origin}.`, null, { cause }));
    const { request } = url.startsWith('https:') ? https : http;
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(text)).on('error', unreachable);
    });
    sent.on('error', unreachable).end(body);
  });
}

function refusal(command: string, problem: Problem): MockConsoleError {
  const code = problem.type.split('/').at(-1) ?? problem.type;
  return new MockConsoleError(code as ErrorCode, `${command}: ${problem.detail}`, problem);
}
