import type { Client } from '../../console/client.ts';
import type { Fixtures } from '../../features/fixtures/model/fixtures.ts';
import { targetOf } from '../../features/fixtures/model/table-query.ts';
import type { Requests } from '../../features/requests/log/requests.ts';
import type { TryIt } from '../../features/try-it/model/try-it.ts';
import type { Action } from '../../ui/action.tsx';
import type { Toaster } from '../../ui/overlay/toaster.ts';
import { go, type ViewId } from '../views.ts';

interface TryItSituation {
  readonly client: Client;
  readonly toaster: Toaster;
  readonly fixtures: Fixtures;
  readonly requests: Requests;
  readonly tryIt: TryIt;
  readonly view: ViewId;
  /** Key of the chosen line of the log. */
  readonly line: string | null;
}

/** What is done with requests by hand. Only here do the log, the table and the builder meet. */
export function tryItActions({
  client,
  toaster,
  fixtures,
  requests,
  tryIt,
  view,
  line,
}: TryItSituation): readonly Action[] {
  const here = view === 'try-it';
  const tryAgain = async () => {
    const chosen = line === null ? undefined : requests.log.at(requests.log.indexOf(line));
    if (chosen?.kind !== 'request') return;
    const reply = await client.call('requests.get', { id: chosen.request.id });
    if (!reply.ok) return toaster.fail(reply.problem.detail);
    tryIt.openLogged(reply.value);
    go('try-it');
  };
  return [
    {
      id: 'try.send',
      title: 'Send the request',
      group: 'Try it',
      shortcut: 'Mod+Enter',
      enabled: here,
      run: () => void tryIt.send(),
    },
    {
      id: 'try.walk',
      title: 'Walk all pages',
      group: 'Try it',
      enabled: here,
      run: () => void tryIt.walkAll(),
    },
    {
      id: 'try.read',
      title: 'Read what the request is about',
      group: 'Try it',
      enabled: here,
      run: () => void tryIt.read(),
    },
    {
      id: 'try.somebody',
      title: 'Let someone else change the record now',
      group: 'Try it',
      enabled: here,
      run: () => void tryIt.changeAsSomebodyElse(),
    },
    {
      id: 'records.try',
      title: 'Open as a request in Try it',
      group: 'Records',
      enabled: view === 'fixtures',
      run: () => {
        const { collection, query } = fixtures.state;
        tryIt.open({ method: 'GET', target: targetOf(collection, query), headers: [], body: null });
        go('try-it');
      },
    },
    {
      id: 'requests.try',
      title: 'Try again with…',
      group: 'Requests',
      shortcut: 't',
      enabled: view === 'requests' && line?.startsWith('request-') === true,
      run: () => void tryAgain(),
    },
  ];
}
