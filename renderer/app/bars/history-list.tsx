import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { HistoryEntry } from '../../../server/domain/records/edit-step.ts';
import { goTo } from '../../console/undo.ts';
import { useConsole, useHost } from '../../console/use-console.ts';
import { classNames } from '../../ui/base/class-names.ts';
import { plural } from '../../ui/base/format.ts';
import type { Workbench } from '../workbench/workbench.ts';
import styles from './history-list.module.css';

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** The edits, latest first, undone ones faint at the top. A click undoes or redoes up to that edit. */
export function HistoryList({ toaster, stepsAhead }: Pick<Workbench, 'toaster' | 'stepsAhead'>) {
  const { client } = useConsole();
  const entries = useEntries();
  const list = useRef<HTMLOListElement>(null);
  const isRead = entries !== null;
  useEffect(() => {
    if (isRead) list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [isRead]);
  const last = entries?.find(({ isDone }) => isDone)?.id ?? null;
  if (!entries) return null;

  const places = [...entries, null];
  return (
    <ol ref={list} className={styles.list} onKeyDown={moveFocus}>
      {places.map((entry) => {
        const id = entry?.id ?? null;
        const isHere = id === last;
        return (
          <li key={id}>
            <button
              type="button"
              className={classNames(styles.entry, entry && !entry.isDone && styles.undone)}
              aria-current={isHere ? 'step' : undefined}
              onClick={() =>
                void stepsAhead.inTurn(() => goTo(client, toaster, id, entry && !entry.isDone ? 'Redo' : 'Undo'))
              }
            >
              {entry ? <Entry entry={entry} /> : <span className={styles.label}>Before the first edit</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Entry({ entry: { label, records, time, isDone } }: { readonly entry: HistoryEntry }) {
  return (
    <>
      <span className={styles.label}>
        {label}
        {!isDone && <span className="unseen">, undone</span>}
      </span>
      {records > 1 && !label.endsWith('records') && <span className={styles.count}>{plural(records, 'record')}</span>}
      <time className={styles.time} dateTime={new Date(time).toISOString()}>
        {clock.format(time)}
      </time>
    </>
  );
}

/** The entries, read again when the history changes; null until the first reading. */
function useEntries(): readonly HistoryEntry[] | null {
  const { client } = useConsole();
  const history = useHost((state) => state.history);
  const [entries, setEntries] = useState<readonly HistoryEntry[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is stale when the history has changed.
  useEffect(() => {
    let wanted = true;
    void client.call('history.list', {}).then((reply) => {
      if (wanted && reply.ok) setEntries(reply.value.entries);
    });
    return () => {
      wanted = false;
    };
  }, [client, history]);
  return entries;
}

/** Moves the focus from entry to entry with the arrows. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const { target } = event;
  const at = target instanceof HTMLButtonElement ? buttons.indexOf(target) : -1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(buttons.length - 1, to))]?.focus();
}
