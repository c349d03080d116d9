import type { ConsoleEvent } from '../../contract/event.ts';
import type { HttpContext } from '../connection/http-context.ts';
import { unsentResponses } from '../connection/unsent-responses.ts';

export interface EventStreamOptions {
  /** Subscribes to the host's events; returns a function that unsubscribes. */
  readonly subscribe: (listener: (events: readonly ConsoleEvent[]) => void) => () => void;
  /** Milliseconds between two heartbeats. */
  readonly heartbeat: number;
  /** Ends every stream. */
  readonly closing?: AbortSignal | undefined;
}

/** Bytes that may wait for a slow reader. Beyond them the stream is cut; the console reconnects and takes a new snapshot. */
const mostBuffered = 2 ** 20;

/** `GET /events`: sends the host's events as server-sent events until the connection or the server closes. */
export function eventStream({ subscribe, heartbeat, closing }: EventStreamOptions) {
  return function eventStream({ res, state }: HttpContext): void {
    const write = (text: string): void => {
      res.write(text);
      if (res.writableLength > mostBuffered) res.destroy();
      else unsentResponses.count(res);
    };
    const fixed = ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store'];
    res.writeHead(200, [...fixed, ...(state.headers ?? [])]);
    // The first comment tells the client that it receives every event from now on.
    write(': open\n\n');
    const unsubscribe = subscribe((events) => write(textOf(events)));
    const timer = setInterval(write, heartbeat, ': alive\n\n');
    const stop = () => {
      closing?.removeEventListener('abort', end);
      clearInterval(timer);
      unsubscribe();
    };
    // Commands in progress go on while the server closes, and their events would be written after the end.
    const end = () => {
      stop();
      res.end();
    };
    closing?.addEventListener('abort', end);
    res.once('close', stop);
  };
}

/** The text of the latest batch. All streams send the same string, so that waiting for slow readers takes it once. */
let latest: { readonly events: readonly ConsoleEvent[]; readonly text: string } | undefined;

function textOf(events: readonly ConsoleEvent[]): string {
  if (latest?.events !== events) latest = { events, text: events.map(eventText).join('') };
  return latest.text;
}

function eventText(event: ConsoleEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}
