import { useId } from 'react';
import { useStore } from 'zustand';
import { useHost } from '../../console/use-console.ts';
import { formatClock, formatCount } from '../../ui/base/format.ts';
import { itemArrows } from '../../ui/base/item-arrows.ts';
import styles from './live-state.module.css';
import type { LiveStateProps } from './live-states.ts';

/** The shared live state and those of the sessions, with the number of their changes. */
export function StateList({ comparison }: LiveStateProps) {
  const id = useId();
  const sessions = useHost((state) => state.sessions);
  const changed = useHost((state) => state.collections.reduce((sum, collection) => sum + collection.changed, 0));
  const chosen = useStore(comparison.store, (state) => state.session);
  const entry = (session: string | null, title: string, note: string, count: number) => (
    <li key={session ?? ''}>
      <button
        type="button"
        className={styles.entry}
        aria-current={session === chosen ? 'true' : undefined}
        onClick={() => comparison.choose({ session, snapshot: comparison.store.getState().snapshot })}
      >
        <span className={styles.title}>{title}</span>{' '}
        <span className={styles.badge} data-some={count > 0 || undefined}>
          {formatCount(count)}
          <span className="unseen"> changed</span>
        </span>{' '}
        <span className={styles.note}>{note}</span>
      </button>
    </li>
  );
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>Live states</h2>
      <ul className={styles.list} {...itemArrows}>
        {entry(null, 'Shared', 'All clients without a session', changed)}
        {sessions.map(({ name, scenario, lastUsed, changed: count }) =>
          entry(name, name, `${scenario} · ${formatClock(lastUsed)}`, count),
        )}
      </ul>
      {sessions.length === 0 && (
        <p className={styles.hint}>
          A client that sends <code>X-Mock-Session: name</code> gets a live state and a scenario of its own, so that
          parallel tests do not disturb each other. It appears here with its first request.
        </p>
      )}
    </section>
  );
}
