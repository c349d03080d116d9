import { BookOpen, GitMerge, Send, X } from 'lucide-react';
import { SideChoice } from '../../../conflict/side-choice.tsx';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { plural } from '../../../ui/base/format.ts';
import { type Conflict, mergeOf } from '../model/conflict.ts';
import { changedLines } from '../model/patch-form.ts';
import { useTryIt, useTryItState } from '../model/use-try-it.ts';
import styles from './response.module.css';

const readFirst = 'Read the record again first.';

/** After a 412: read again, merge both changes, send. */
export function ConflictPanel({ conflict }: { readonly conflict: Conflict }) {
  const tryIt = useTryIt();
  const isSending = useTryItState((state) => state.isSending);
  const merged = mergeOf(conflict);
  const { base, theirs, takeTheirs } = conflict;
  const byThem = theirs && changedLines(base, theirs).length;
  return (
    <section className={styles.panel} aria-label="Conflict">
      <header className={styles.panelHead}>
        <b>
          {byThem === null
            ? 'Nothing was written: your condition names another version than the current one.'
            : byThem === 0
              ? 'The record has the values that you read; the condition names another version.'
              : 'Another client changed the record after you read it.'}
        </b>
        <IconButton label="Dismiss" icon={X} onClick={() => tryIt.dismissConflict()} />
      </header>
      {theirs && merged && (
        <>
          <p className={styles.quiet}>
            {plural(byThem ?? 0, 'member')} changed by them,{' '}
            {plural(changedLines(base, conflict.mine).length, 'member')} by you,{' '}
            {merged.conflicts.length === 0 ? 'none by both.' : `${plural(merged.conflicts.length, 'member')} by both.`}
          </p>
          {merged.conflicts.map((one) => (
            <SideChoice
              key={one.path}
              conflict={one}
              takesTheirs={takeTheirs.includes(one.path)}
              onChoose={(side) => tryIt.decide(one.path, side)}
            />
          ))}
        </>
      )}
      <div className={styles.steps}>
        <Button
          icon={BookOpen}
          look={theirs ? 'plain' : 'primary'}
          isBusy={isSending}
          onClick={() => void tryIt.read()}
        >
          1. Read again
        </Button>
        <Button icon={GitMerge} why={!theirs && readFirst} onClick={() => tryIt.merge()}>
          2. Merge
        </Button>
        <Button
          icon={Send}
          look={theirs ? 'primary' : 'plain'}
          isBusy={isSending}
          why={!theirs && readFirst}
          onClick={() => {
            tryIt.merge();
            void tryIt.send();
          }}
        >
          3. Send merged
        </Button>
      </div>
    </section>
  );
}
