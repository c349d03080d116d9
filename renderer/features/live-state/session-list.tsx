import { RotateCcw, Trash2 } from 'lucide-react';
import { memo, useId } from 'react';
import type { SessionState } from '../../../server/contract/schema/state.ts';
import type { Scenario } from '../../../server/domain/scenario/scenario.ts';
import { useHost } from '../../console/use-console.ts';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { formatTime, plural } from '../../ui/base/format.ts';
import { itemArrows } from '../../ui/base/item-arrows.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Select } from '../../ui/form/field.tsx';
import styles from './live-state.module.css';
import type { LiveStates } from './live-states.ts';

/** The sessions of clients: scenario, changed records and last use. */
export function Sessions({ states }: { readonly states: LiveStates }) {
  const id = useId();
  const sessions = useHost((state) => state.sessions);
  const scenarios = useHost((state) => state.scenarios);
  return (
    <section className={styles.part} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>Sessions</h2>
        <p>
          A client that sends <code>X-Mock-Session: name</code> gets its own live state and scenario, so parallel tests
          do not affect each other. A session ends after half an hour without requests.
        </p>
      </header>
      {sessions.length === 0 ? (
        <EmptyState title="No sessions">A session starts with the first request that names it.</EmptyState>
      ) : (
        <table className={styles.table} {...itemArrows}>
          <thead>
            <tr>
              <th>Name</th>
              <th className={styles.scenario}>Scenario</th>
              <th className={styles.number}>Changed</th>
              <th className={styles.time}>Last used</th>
              <th className={styles.last}>
                <span className="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <SessionRow key={session.name} {...session} scenarios={scenarios} states={states} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface SessionRowProps extends SessionState {
  readonly scenarios: readonly Scenario[];
  readonly states: LiveStates;
}

/** Memoized: every request in one of hundreds of sessions sends the whole list. */
const SessionRow = memo(function SessionRow({ name, scenario, changed, lastUsed, scenarios, states }: SessionRowProps) {
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
      </th>
      <td>
        <Select
          aria-label={`Scenario of ${name}`}
          value={scenario}
          onChange={(event) => void states.activate(name, event.currentTarget.value)}
        >
          {scenarios.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </Select>
      </td>
      <td className={styles.number}>{plural(changed, 'record')}</td>
      <td className={styles.time}>{formatTime(lastUsed)}</td>
      <td className={styles.actions}>
        <Button icon={RotateCcw} aria-label={`Reset ${name}`} onClick={() => void states.reset(name)}>
          Reset
        </Button>
        <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => void states.drop(name)} />
      </td>
    </tr>
  );
});
