import { BookOpen, GitMerge, Send, X } from 'lucide-react';
import { useId } from 'react';
import type { Json } from '../../../../server/domain/json/json.ts';
import type { MergeConflict } from '../../../../server/domain/json/three-way.ts';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { plural } from '../../../ui/base/format.ts';
import { Badge } from '../../../ui/display/tag.tsx';
import { type Conflict, mergeOf } from '../model/conflict.ts';
import { changedLines } from '../model/patch-form.ts';
import { useTryIt, useTryItState } from '../model/use-try-it.ts';
import styles from './response.module.css';

/** After a 412: read again, merge both changes, send. */
export function ConflictPanel({ conflict }: { readonly conflict: Conflict }) {
  const tryIt = useTryIt();
  const isSending = useTryItState((state) => state.isSending);
  const merged = mergeOf(conflict);
  const { base, theirs, takeTheirs } = conflict;
  return (
    <section className={styles.panel} aria-label="Conflict">
      <header className={styles.panelHead}>
        <b>The record has changed since you read it.</b>
        <IconButton label="Dismiss" icon={X} onClick={() => tryIt.dismissConflict()} />
      </header>
      {theirs && merged && (
        <>
          <p className={styles.quiet}>
            {plural(changedLines(base, theirs).length, 'member')} changed by them,{' '}
            {plural(changedLines(base, conflict.mine).length, 'member')} by you,{' '}
            {merged.conflicts.length === 0 ? 'none by both.' : `${plural(merged.conflicts.length, 'member')} by both.`}
          </p>
          {merged.conflicts.map((one) => (
            <ConflictChoice key={one.path} conflict={one} theirs={takeTheirs.includes(one.path)} />
          ))}
        </>
      )}
      <div className={styles.steps}>
        <Button
          icon={BookOpen}
          look={theirs ? 'plain' : 'primary'}
          disabled={isSending}
          onClick={() => void tryIt.read()}
        >
          1. Read again
        </Button>
        <Button icon={GitMerge} disabled={!theirs} onClick={() => tryIt.merge()}>
          2. Merge
        </Button>
        <Button
          icon={Send}
          look={theirs ? 'primary' : 'plain'}
          disabled={!theirs || isSending}
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

function ConflictChoice({ conflict, theirs }: { readonly conflict: MergeConflict; readonly theirs: boolean }) {
  const tryIt = useTryIt();
  const group = useId();
  const { path } = conflict;
  const sides = [
    { side: 'mine', title: 'Yours', value: conflict.mine, chosen: !theirs },
    { side: 'theirs', title: 'Theirs', value: conflict.theirs, chosen: theirs },
  ] as const;
  return (
    <fieldset className={styles.choice}>
      <legend>
        <Badge tone="warn">conflict</Badge> <code>{path.slice(1)}</code>
      </legend>
      {sides.map(({ side, title, value, chosen }) => (
        <label key={side}>
          <input type="radio" name={group} checked={chosen} onChange={() => tryIt.decide(path, side)} />
          {title} <code>{shown(value)}</code>
        </label>
      ))}
    </fieldset>
  );
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'removed' : JSON.stringify(value);
}
