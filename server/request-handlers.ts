import { problem } from './domain/problem.ts';
import { accept, refuse } from './domain/result.ts';
import type { Handlers, HostParts } from './host-parts.ts';
import { exportLog } from './http/log-export.ts';

type RequestCommand = 'requests.list' | 'requests.get' | 'requests.clear' | 'requests.export' | 'requests.send';

/** The request log as the console and test code read it. */
export function requestHandlers({ log, feed, turns, server, ownClient }: HostParts): Pick<Handlers, RequestCommand> {
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
      log.clear();
      feed.touch('log');
      feed.flush();
      feed.emit([{ type: 'requests-cleared' }]);
      return accept(null);
    },

    'requests.export': ({ format, secrets = false, query }) =>
      accept({ file: `requests.${format}`, text: exportLog(log, format, { secrets, query }) }),
  };
}
