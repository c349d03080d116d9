import { targetOf } from '../../features/fixtures/model/table-query.ts';
import type { Action } from '../../ui/base/action.tsx';
import { go, rememberPlace } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';
import { chooseRequest, isOnRequest } from './request-actions.ts';

/** The actions of Try it, and those that open a request there. */
export function tryItActions(inputs: ActionInputs): readonly Action[] {
  const { client, toaster, fixtures, requests, tryIt, view, chosenLine, savedRequests } = inputs;
  const here = view === 'try-it';
  const tryAgain = async () => {
    const chosen = chosenLine === null ? undefined : requests.log.at(requests.log.indexOf(chosenLine));
    if (chosen?.kind !== 'request') return;
    const isStillHere = rememberPlace();
    const { draft } = tryIt.state;
    const reply = await client.call('requests.get', { id: chosen.request.id });
    if (!reply.ok) return toaster.fail(reply.problem.detail);
    // The person has gone on, and may be writing another request.
    if (!isStillHere() || tryIt.state.draft !== draft) return;
    tryIt.openLogged(reply.value);
    go('try-it');
  };
  const saved = savedRequests.map((request) => ({
    id: `saved.${request.name}`,
    title: `Open ${request.name}`,
    group: 'Saved requests',
    enabled: true,
    run: () => {
      tryIt.openSaved(request);
      go('try-it');
    },
  }));
  return actionsOf({ group: 'Try it', enabled: here }, [
    ...saved,
    { id: 'try.send', title: 'Send the request', shortcut: 'Mod+Enter', run: () => void tryIt.send() },
    { id: 'try.crawl', title: 'Crawl all pages', run: () => void tryIt.crawlAll() },
    { id: 'try.read', title: 'Read the record of the request', run: () => void tryIt.read() },
    {
      id: 'try.other-client',
      title: 'Change the record as another client',
      run: () => void tryIt.changeAsOtherClient(),
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
      enabled: isOnRequest(inputs),
      why: chooseRequest,
      run: () => tryAgain(),
    },
  ]);
}
