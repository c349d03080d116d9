import { problem } from './domain/problem.ts';
import { accept, refuse } from './domain/result.ts';
import type { Handlers, HostParts } from './host-parts.ts';
import { exportLog } from './http/log-export.ts';

type RequestCommand =
  | 'requests.list'
  | 'requests.get'
  | 'requests.clear'
  | 'requests.restore'
  | 'requests.export'
  | 'requests.send';

/** Milliseconds for which a log that was cleared can be brought back; its memory is free after that. */
const restorable = 60_000;

/** The request log as the console and test code read it. */
export function requestHandlers({ log, feed, turns, server, ownClient }: HostParts): Pick<Handlers, RequestCommand> {
  let restore: (() => void) | null = null;
  let forgetting: NodeJS.Timeout | undefined;
  return {
    'requests.list': async (wanted) => {
      const entries = await turns.run(log.search(wanted));
      return accept({ entries, ...log.state, switches: log.switches });
    },

    'requests.get': ({ id, record }) => {
      const detail = log.get(id, record);
      return detail
        ? accept(detail)
        : refuse(problem('unknown-request', `The request log does not hold request ${id}.`));
    },

    'requests.send': async (input) => {
      const { state } = server;
      if (state.state !== 'listening') {
        return refuse(
          problem('server-stopped', 'The mock server does not listen: start it, then send the request again.'),
        );
      }
      return accept(await ownClient.send(state.url, input));
    },

    'requests.clear': () => {
      restore = log.clear();
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
      feed.touch('log');
      feed.flush();
      feed.emit([{ type: 'requests-restored' }]);
      return accept(null);
    },

    'requests.export': ({ format, secrets = false, query }) =>
      accept({ file: `requests.${format}`, text: exportLog(log, format, { secrets, query }) }),
  };
}
