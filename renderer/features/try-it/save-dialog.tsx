import { type FormEvent, useState } from 'react';
import type { SavedRequest } from '../../../server/domain/workspace/workspace.ts';
import { useHost } from '../../console/use-console.ts';
import { splitTarget } from '../../exchange/subject.ts';
import { Button } from '../../ui/base/button.tsx';
import { useDraft } from '../../ui/drafts/use-draft.tsx';
import { Field, Input, TextArea } from '../../ui/form/field.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { DraftDialog, LeaveButton } from '../../ui/overlay/draft-dialog.tsx';
import { useTryIt } from './model/use-try-it.ts';
import styles from './try-it.module.css';

interface SaveDialogProps {
  readonly origin: Pick<SavedRequest, 'name' | 'note'> | null;
  readonly onClose: () => void;
  readonly onReopen: () => void;
}

/** Saves the draft in the workspace under a name. */
export function SaveDialog({ origin, onClose, onReopen }: SaveDialogProps) {
  const tryIt = useTryIt();
  const saved = useHost((state) => state.saved);
  const { draft } = tryIt.state;
  const [usual] = useState(() => origin?.name ?? `${draft.method} ${splitTarget(draft.target).path}`);
  const input = useDraft(`save ${usual}`, () => ({ name: usual, note: origin?.note ?? '' }));
  const { name, note } = input.value;
  const [reason, setReason] = useState<string | null>(null);
  const isKnown = saved.some((one) => one.name === name.trim());
  /** The saved requests that this edit knows of. */
  const [base, setBase] = useState<readonly SavedRequest[]>(saved);
  const { submit, isPending } = useSubmit(async () => {
    if (name.trim() === '') return setReason('Enter a name.');
    const refused = await tryIt.save({ name: name.trim(), note }, base.find((one) => one.name === name.trim()) ?? null);
    if (refused === null) {
      input.drop();
      return onClose();
    }
    setReason(refused);
    // The button now says what it would replace; pressed again, it does.
    setBase(saved);
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <DraftDialog title="Save the request" draft={input} onClose={onClose} onReopen={onReopen}>
      <form className={styles.saveForm} onSubmit={onSubmit}>
        <Field label="Name" reason={reason} hint={isKnown ? 'Replaces the saved request of that name.' : undefined}>
          {(wiring) => (
            <Input
              {...wiring}
              className={styles.full}
              data-autofocus
              value={name}
              onChange={({ currentTarget }) => input.set({ name: currentTarget.value, note })}
            />
          )}
        </Field>
        <Field label="Note" hint="Shown with the request, for example what to look for in the response.">
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={3}
              value={note}
              onChange={({ currentTarget }) => input.set({ name, note: currentTarget.value })}
            />
          )}
        </Field>
        <footer className={styles.saveFooter}>
          <LeaveButton />
          <Button look="primary" type="submit" isBusy={isPending}>
            {isKnown ? 'Replace' : 'Save'}
          </Button>
        </footer>
      </form>
    </DraftDialog>
  );
}
