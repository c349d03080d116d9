import type { ConsoleEvent } from '../../contract/event.ts';
import type { HttpContext } from '../connection/http-context.ts';

export interface EventStreamOptions {
  /** Follows the host's events; returns the way to stop. */
  readonly subscribe: (listener: (events: readonly ConsoleEvent[]) => void) => () => void;
  /** Milliseconds between two signs of life on a stream. */
  readonly heartbeat: number;
}

/** Bytes that may wait for a slow reader. Beyond, the stream is cut: the console reconnects and takes a new snapshot. */
const backlog = 4 * 2 ** 20;

/** `GET /events`: the host's events as server-sent events, for as long as the connection lasts. */
export function eventStream({ subscribe, heartbeat }: EventStreamOptions) {
  return function eventStream({ res, state }: HttpContext): void {
    const write = (text: string): void => {
      res.write(text);
      if (res.writableLength > backlog) res.destroy();
    };
    const fixed = ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store'];
    res.writeHead(200, [...fixed, ...(state.headers ?? [])]);
    // The first comment says that events from now on will arrive.
    write(': open\n\n');
    const unsubscribe = subscribe((events) => write(events.map(eventText).join('')));
    const timer = setInterval(write, heartbeat, ': alive\n\n');
    res.once('close', () => {
      clearInterval(timer);
      unsubscribe();
    });
  };
}

function eventText(event: ConsoleEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}
