import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import { exportLog } from '../log/log-export.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Handlers, HostParts } from './context.ts';

type RequestCommand =
  | 'requests.list'
  | 'requests.get'
  | 'requests.clear'
  | 'requests.mark'
  | 'requests.restore'
  | 'requests.export'
  | 'requests.send';

/** Requests with a pin or a note; each holds as much of its bodies as any in the log. */
const mostMarked = 200;

/** Milliseconds for which a log that was cleared can be brought back; its memory is free after that. */
const restorable = 60_000;

/** The request log as the console and test code read it. */
export function requestHandlers({
  log,
  keeper,
  feed,
  scheduler,
  server,
  requestSender,
}: HostParts): Pick<Handlers, RequestCommand> {
  let restore: (() => void) | null = null;
  let forgetting: NodeJS.Timeout | undefined;
  return {
    'requests.list': async (wanted) => {
      const entries = await scheduler.run(log.search(wanted));
      return accept({ entries, kept: log.annotated(wanted.query), ...log.state, switches: log.switches });
    },

    'requests.get': ({ id, record }) => {
      const detail = log.get(id, record);
      return detail ? accept(detail) : refuse(unknownRequest(id));
    },

    'requests.send': async (input) => {
      const { state } = server;
      if (state.state !== 'listening') {
        return refuse(
          problem('server-stopped', 'The mock server does not listen: start it, then send the request again.'),
        );
      }
      return accept(await requestSender.send(state.url, input));
    },

    'requests.mark': ({ id, pinned, note }) => {
      const known = log.get(id);
      if (!known) return refuse(unknownRequest(id));
      const annotation = { pinned: pinned ?? known.pinned, note: note ?? known.note };
      const keeps = annotation.pinned || annotation.note !== '';
      if (keeps && !known.pinned && known.note === '' && countMarked(log) >= mostMarked) {
        const detail = `${mostMarked} requests have a pin or a note, which is as many as are kept; take one away first.`;
        return refuse(problem('conflict', detail));
      }
      const marked = log.annotate(id, keeps ? annotation : null);
      keeper.markDirty();
      feed.flush();
      if (marked) feed.emit([{ type: 'requests', entries: [marked] }]);
      return accept(null);
    },

    'requests.clear': () => {
      restore = log.clear();
      keeper.markDirty();
      clearTimeout(forgetting);
      forgetting = setTimeout(() => {
        restore = null;
      }, restorable).unref();
      feed.touch('log');
      feed.flush();
      feed.emit([{ type: 'requests-cleared' }]);
      return accept(null);
    },

    'requests.restore': () => {
      if (!restore) return refuse(problem('conflict', 'There is no cleared log any more that could be brought back.'));
      restore();
      restore = null;
      keeper.markDirty();
      feed.touch('log');
      feed.flush();
      feed.emit([{ type: 'requests-restored' }]);
      return accept(null);
    },

    'requests.export': ({ format, secrets = false, query, ids }) =>
      accept({ file: `requests.${format}`, text: exportLog(log, format, { secrets, query, ids }) }),
  };
}

function unknownRequest(id: number): Problem {
  return problem('unknown-request', `The request log does not hold request ${id}.`);
}

function countMarked(log: RequestLog): number {
  let marked = 0;
  for (const { annotation } of log.entries()) if (annotation) marked += 1;
  return marked;
}
