import { History, Save, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { SnapshotState } from '../../../server/contract/schema/state.ts';
import { useHost } from '../../console/use-console.ts';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { formatTime, plural } from '../../ui/base/format.ts';
import { itemArrows } from '../../ui/base/item-arrows.ts';
import { Input } from '../../ui/form/field.tsx';
import styles from './live-state.module.css';
import type { LiveStates } from './live-states.ts';

/** Saves and restores named snapshots of the live state. */
export function Snapshots({ states }: { readonly states: LiveStates }) {
  const id = useId();
  const snapshots = useHost((state) => state.snapshots);
  return (
    <section className={styles.part} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>Snapshots</h2>
        <p>
          A snapshot saves all changes by clients under a name, so you can restore them at any time. Snapshots are lost
          when the program ends.
        </p>
      </header>
      <SaveForm states={states} snapshots={snapshots} />
      {snapshots.length > 0 && (
        <table className={styles.table} {...itemArrows}>
          <thead>
            <tr>
              <th>Name</th>
              <th className={styles.number}>Changed</th>
              <th className={styles.time}>Saved</th>
              <th className={styles.last}>
                <span className="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {snapshots.toReversed().map(({ name, records, saved }) => (
              <tr key={name}>
                <th scope="row" title={name}>
                  {name}
                </th>
                <td className={styles.number}>{plural(records, 'record')}</td>
                <td className={styles.time}>{formatTime(saved)}</td>
                <td className={styles.actions}>
                  <Button icon={History} aria-label={`Restore ${name}`} onClick={() => void states.restore(name)}>
                    Restore
                  </Button>
                  <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => void states.remove(name)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface SaveFormProps {
  readonly states: LiveStates;
  readonly snapshots: readonly SnapshotState[];
}

/** The form that saves a snapshot; the button announces that a known name is replaced. */
function SaveForm({ states, snapshots }: SaveFormProps) {
  const [name, setName] = useState('');
  const isTaken = snapshots.some((snapshot) => snapshot.name === name);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name !== '' && (await states.save(name))) setName('');
  };
  return (
    <form className={styles.save} onSubmit={(event) => void save(event)}>
      <Input
        id={snapshotName}
        aria-label="Name of the snapshot"
        placeholder="Name, e.g. Before checkout"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" icon={Save} why={name === '' && 'Type a name for the snapshot first.'}>
        {isTaken ? 'Replace' : 'Save snapshot'}
      </Button>
    </form>
  );
}

/** The DOM id of the name field. */
export const snapshotName = 'snapshot-name';
