import { GitCompareArrows, History, PenLine, Save, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { SnapshotState } from '../../../server/contract/schema/state.ts';
import { useHost } from '../../console/use-console.ts';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { formatClock, plural } from '../../ui/base/format.ts';
import { itemArrows } from '../../ui/base/item-arrows.ts';
import { DraftNotice } from '../../ui/drafts/draft-notice.tsx';
import { useDraft } from '../../ui/drafts/use-draft.tsx';
import { Input } from '../../ui/form/field.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { noSession } from './ended.ts';
import styles from './live-state.module.css';
import type { LiveStateProps } from './live-states.ts';

/** Saves the chosen live state, and compares, restores, renames and deletes what was saved. */
export function Snapshots(props: LiveStateProps) {
  const id = useId();
  const snapshots = useHost((state) => state.snapshots);
  const isKept = useHost(({ workspace }) => workspace.readOnly === null);
  const [renamed, setRenamed] = useState<string | null>(null);
  // The form of another snapshot may be open by the time that one is renamed.
  const close = (name: string) => setRenamed((now) => (now === name ? null : now));
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>Snapshots</h2>
      <SaveForm {...props} snapshots={snapshots} />
      <ul className={styles.list} {...itemArrows}>
        {snapshots.toReversed().map((snapshot) => (
          <li key={snapshot.name} className={styles.snapshot}>
            {renamed === snapshot.name ? (
              <RenameForm {...props} name={snapshot.name} onClose={() => close(snapshot.name)} />
            ) : (
              <SnapshotEntry {...props} {...snapshot} onRename={() => setRenamed(snapshot.name)} />
            )}
          </li>
        ))}
      </ul>
      {snapshots.length === 0 && (
        <p className={styles.hint}>
          A snapshot keeps a live state under a name, to compare it with later changes and to begin every test from it.
        </p>
      )}
      {!isKept && <p className={styles.hint}>The workspace is not written, so snapshots end with the program.</p>}
    </section>
  );
}

interface SnapshotEntryProps extends LiveStateProps, SnapshotState {
  readonly onRename: () => void;
}

function SnapshotEntry({ states, comparison, name, records, saved, onRename }: SnapshotEntryProps) {
  const { session, snapshot } = useStore(comparison.store);
  const ended = useEnded(session);
  const remove = async () => {
    if (await states.remove(name)) comparison.leave({ snapshot: name });
  };
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        title={`Compare with ${name}`}
        aria-current={name === snapshot ? 'true' : undefined}
        onClick={() => comparison.choose({ session, snapshot: name === snapshot ? null : name })}
      >
        <span className={styles.title}>{name}</span>{' '}
        {name === snapshot && <GitCompareArrows aria-hidden className={styles.mark} />}
        <span className={styles.note}>
          {plural(records, 'record')} · {dayText(saved)}
        </span>
      </button>
      <span className={styles.entryActions}>
        <IconButton
          icon={History}
          label={`Restore ${name}`}
          why={ended}
          onClick={() => void states.restore(name, session)}
        />
        <IconButton icon={PenLine} label={`Rename ${name}`} onClick={onRename} />
        <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => void remove()} />
      </span>
    </>
  );
}

interface RenameFormProps extends LiveStateProps {
  readonly name: string;
  readonly onClose: () => void;
}

function RenameForm({ comparison, name, onClose }: RenameFormProps) {
  const draft = useDraft(`name of snapshot ${name}`, () => name);
  const close = () => {
    draft.drop();
    onClose();
  };
  const { submit } = useSubmit(async () => {
    const to = draft.value;
    if (to === '') return close();
    if (!(await comparison.rename(name, to))) return;
    draft.saved(to);
    onClose();
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form className={styles.save} onSubmit={onSubmit}>
      <Input
        aria-label={`New name of ${name}`}
        value={draft.value}
        maxLength={longestName}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => draft.set(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          close();
        }}
      />
      <Button type="submit">Rename</Button>
      <DraftNotice draft={draft} />
    </form>
  );
}

interface SaveFormProps extends LiveStateProps {
  readonly snapshots: readonly SnapshotState[];
}

/** The form that saves a snapshot; the button announces that a known name is replaced. */
function SaveForm({ states, comparison, snapshots }: SaveFormProps) {
  const [name, setName] = useState('');
  const session = useStore(comparison.store, (state) => state.session);
  const ended = useEnded(session);
  const shown = snapshots.find((snapshot) => snapshot.name === name);
  const { submit } = useSubmit(async () => {
    if (name === '' || ended || !(await states.save(name, session, shown))) return;
    // The next name may be typed already.
    setName((now) => (now === name ? '' : now));
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form className={styles.save} onSubmit={onSubmit}>
      <Input
        id={snapshotName}
        aria-label="Name of the snapshot"
        placeholder={session === null ? 'Name of the snapshot' : `State of ${session}`}
        value={name}
        maxLength={longestName}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" icon={Save} why={ended || (name === '' && 'Type a name for the snapshot first.')}>
        {shown ? 'Replace' : 'Save'}
      </Button>
    </form>
  );
}

/** Why nothing can be done with a session that has ended: the host would begin it anew. */
function useEnded(session: string | null): string | false {
  const isThere = useHost(({ sessions }) => session === null || sessions.some(({ name }) => name === session));
  return !isThere && noSession(session);
}

/** Characters of a name, as the contract has it. */
const longestName = 200;

/** The time of today, the day and the time of another day. */
function dayText(time: number): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? formatClock(time) : `${date.toLocaleDateString()}, ${formatClock(time).slice(0, 5)}`;
}

/** The DOM id of the name field. */
export const snapshotName = 'snapshot-name';
