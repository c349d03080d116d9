import { Play, Search, X } from 'lucide-react';
import { useHost } from '../../../console/use-console.ts';
import { ActionButton } from '../../../ui/base/action.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { CopyButton } from '../../../ui/base/copy.tsx';
import { plural } from '../../../ui/base/format.ts';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import styles from './empty-log.module.css';
import { searchedNumber } from './log-view.ts';
import type { Requests } from './requests.ts';

/** Searches that show the grammar. */
const examples: readonly (readonly [search: string, meaning: string])[] = [
  ['status:4xx', 'a status or its class; status:none without a response'],
  ['method:patch path:/users', 'all words must match'],
  ['-status:200', 'a minus excludes'],
  ['body:"Ada Lovelace"', 'text in a body; header: searches the headers'],
  ['duration:>100', 'milliseconds; also <20 and 20-50'],
  ['#12', 'the request with this number'],
  ['is:pinned', 'also is:noted, is:sent, is:upstream and note:text'],
];

/** Says why the list is empty, and what to do next. */
export function EmptyLog({ requests, searched }: { readonly requests: Requests; readonly searched: string }) {
  const server = useHost((state) => state.server);
  const count = requests.log.requests;
  if (searched !== '' && count > 0) {
    const number = searchedNumber(requests.log, searched);
    return (
      <EmptyState
        title="No matches"
        action={
          <>
            {number !== null && (
              <Button icon={Search} look="primary" onClick={() => requests.search(`#${number}`)}>
                Find #{number}
              </Button>
            )}
            <Button icon={X} onClick={() => requests.search('')}>
              Clear the search
            </Button>
          </>
        }
      >
        {count === 1 ? 'The only request' : `None of the ${plural(count, 'request')}`} in the log
        {count === 1 ? ' does not match' : ' matches'} “{searched}”. Searches look like this:
        <dl className={styles.grammar}>
          {examples.map(([search, meaning]) => (
            <div key={search}>
              <dt>
                <button type="button" onClick={() => requests.search(search)}>
                  {search}
                </button>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </EmptyState>
    );
  }
  if (server.state !== 'listening') {
    return (
      <EmptyState
        title="No requests yet"
        action={
          <ActionButton id="server.start" icon={Play} look="primary">
            Start the server
          </ActionButton>
        }
      >
        The mock server is stopped. Start it to see requests here.
      </EmptyState>
    );
  }
  const command = `curl ${server.url}/users/1`;
  return (
    <EmptyState
      title="No requests yet"
      action={
        <span className={styles.example}>
          <code>{command}</code>
          <CopyButton label="Copy command" text={() => command} />
        </span>
      }
    >
      Point your app at {server.url}, or run this command. Each request appears here with an explanation of its
      response.
    </EmptyState>
  );
}
