import { FileUp } from 'lucide-react';
import { useStore } from 'zustand';
import type { Imported } from '../../../server/contract/output.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure, Waiting } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';
import { Badge } from '../../ui/tag.tsx';
import styles from './import-dialog.module.css';
import { type Imports, newOnes } from './imports.ts';

/** What a chosen file would add, before it does; nothing while no file is chosen. */
export function ImportDialog({ imports }: { readonly imports: Imports }) {
  const state = useStore(imports.store);
  if (state.stage === 'none') return null;
  const close = () => imports.close();
  const found = state.stage === 'preview' ? newOnes(state.imported).length : 0;
  const isAdding = state.stage === 'preview' && state.isAdding;
  return (
    <Dialog title={`Import ${state.file}`} onClose={close}>
      <div className={styles.body}>
        {state.stage === 'reading' && <Waiting>Reading the file…</Waiting>}
        {state.stage === 'refused' && (
          <Failure title="This file cannot be imported">
            <p>{state.reason}</p>
          </Failure>
        )}
        {state.stage === 'preview' && <Found imported={state.imported} />}
      </div>
      <footer className={styles.footer}>
        {state.stage === 'refused' && (
          <Button icon={FileUp} onClick={() => imports.choose()}>
            Choose another file
          </Button>
        )}
        <Button onClick={close}>Cancel</Button>
        {state.stage === 'preview' && (
          <Button
            look="primary"
            data-autofocus
            disabled={found === 0 || isAdding}
            aria-busy={isAdding}
            onClick={() => void imports.add()}
          >
            {`Add ${plural(found, 'collection')}`}
          </Button>
        )}
      </footer>
    </Dialog>
  );
}

function Found({ imported: { collections, notes } }: { readonly imported: Imported }) {
  return (
    <>
      {collections.length === 0 && <p>The file has nothing that could become a collection.</p>}
      <ul className={styles.collections} aria-label="Collections">
        {collections.map(({ name, records, state }) => (
          <li key={name}>
            <span className={styles.name}>{name}</span>
            <span className={styles.count}>{plural(records, 'record')}</span>
            {state === 'exists' && <Badge tone="warn">exists already, stays as it is</Badge>}
          </li>
        ))}
      </ul>
      {notes.length > 0 && (
        <section className={styles.notes} aria-label="Notes">
          <h3>What is left out, or different</h3>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
