import { type FormEvent, useState } from 'react';
import type { SavedRequest } from '../../../server/domain/workspace/workspace.ts';
import { useHost } from '../../console/use-console.ts';
import { Button } from '../../ui/base/button.tsx';
import { Field, Input, TextArea } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { splitTarget } from './model/draft.ts';
import { useTryIt } from './model/use-try-it.ts';
import styles from './try-it.module.css';

interface SaveDialogProps {
  readonly origin: Pick<SavedRequest, 'name' | 'note'> | null;
  readonly onClose: () => void;
}

/** Saves the draft in the workspace under a name. */
export function SaveDialog({ origin, onClose }: SaveDialogProps) {
  const tryIt = useTryIt();
  const saved = useHost((state) => state.saved);
  const { draft } = tryIt.state;
  const [name, setName] = useState(origin?.name ?? `${draft.method} ${splitTarget(draft.target).path}`);
  const [note, setNote] = useState(origin?.note ?? '');
  const [reason, setReason] = useState<string | null>(null);
  const isKnown = saved.some((one) => one.name === name.trim());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setReason('Enter a name.');
    const reason = await tryIt.save({ name: name.trim(), note });
    if (reason === null) onClose();
    else setReason(reason);
  };
  return (
    <Dialog title="Save the request" onClose={onClose}>
      <form className={styles.saveForm} onSubmit={(event) => void submit(event)}>
        <Field label="Name" reason={reason} hint={isKnown ? 'Replaces the saved request of that name.' : undefined}>
          {(wiring) => (
            <Input
              {...wiring}
              className={styles.full}
              data-autofocus
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Note" hint="Shown with the request, for example what to look for in the response.">
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={3}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          )}
        </Field>
        <footer className={styles.saveFooter}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            {isKnown ? 'Replace' : 'Save'}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
