import { BookOpen, GitMerge, Send, X } from 'lucide-react';
import { SideChoice } from '../../../conflict/side-choice.tsx';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { type ChangedMembers, type Conflict, changedMembers, isAllTheirs, mergeOf } from '../model/conflict.ts';
import { useTryIt, useTryItState } from '../model/use-try-it.ts';
import styles from './response.module.css';

const readFirst = 'Read the record again first.';
const nothingToSend = 'There is nothing to send: the record has these values already.';

/**
 * After a 412: read again, choose between both changes where they collide, send. The steps come before what they find out, and
 * the panel before the response, so that no button moves under the pointer.
 */
export function ConflictPanel({ conflict }: { readonly conflict: Conflict }) {
  const tryIt = useTryIt();
  const isSending = useTryItState(({ awaited }) => awaited !== null);
  const { theirs, takeTheirs } = conflict;
  const changed = changedMembers(conflict);
  const why = theirs ? isAllTheirs(conflict) && nothingToSend : readFirst;
  return (
    <section className={styles.panel} aria-label="Conflict">
      <header className={styles.panelHead}>
        <b>Conflict: nothing was written</b>
        <IconButton label="Dismiss" icon={X} onClick={() => tryIt.conflict.dismiss()} />
      </header>
      <div className={styles.steps}>
        <Button
          icon={BookOpen}
          look={theirs ? 'plain' : 'primary'}
          isBusy={isSending}
          onClick={() => void tryIt.read()}
        >
          1. Read again
        </Button>
        <Button
          icon={Send}
          look={theirs ? 'primary' : 'plain'}
          isBusy={isSending}
          tip="Sends your change on top of theirs, with the tag or version just read"
          why={why}
          onClick={() => {
            tryIt.conflict.merge();
            void tryIt.send();
          }}
        >
          2. Merge and send
        </Button>
        <Button
          icon={GitMerge}
          look="bare"
          tip="Writes the merged change into the request above and sends nothing"
          why={why}
          onClick={() => tryIt.conflict.merge()}
        >
          Merge without sending
        </Button>
      </div>
      <p className={styles.quiet}>{findingOf(changed)}</p>
      {changed && changed.both.length > 0 && (
        <p>Both of you changed {changed.both.length === 1 ? 'this member' : 'these members'}. Choose what to send:</p>
      )}
      {mergeOf(conflict)?.conflicts.map((one) => (
        <SideChoice
          key={one.path}
          conflict={one}
          takesTheirs={takeTheirs.includes(one.path)}
          onChoose={(side) => tryIt.conflict.decide(one.path, side)}
        />
      ))}
      {changed && (
        <dl className={styles.sides}>
          <Side title="Changed by them" members={changed.theirs} />
          <Side title="Changed by you" members={changed.mine} />
          <Side title="The same change by both" members={changed.alike} />
        </dl>
      )}
    </section>
  );
}

function findingOf(changed: ChangedMembers | null): string {
  if (!changed) {
    return 'Your condition names another version than the current one. Read the record again to see what has changed.';
  }
  const { both, alike, theirs } = changed;
  return both.length + alike.length + theirs.length === 0
    ? 'The record has the values that you read; the condition names another version.'
    : 'Another client changed the record after you read it.';
}

function Side({ title, members }: { readonly title: string; readonly members: readonly string[] }) {
  if (members.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <code>{members.join(', ')}</code>
      </dd>
    </div>
  );
}
