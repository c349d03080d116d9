import { useSyncExternalStore } from 'react';
import { Button } from '../base/button.tsx';
import styles from './dialog.module.css';
import { Dialog, DialogFooter } from './dialog.tsx';
import type { Toaster } from './toaster.ts';

/** The open question of a toaster. Escape and Cancel answer no. */
export function QuestionDialog({ toaster }: { readonly toaster: Toaster }) {
  const question = useSyncExternalStore(toaster.subscribe, toaster.question);
  if (!question) return null;
  const { title, text, verb, answer } = question;
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p className={styles.text}>{text}</p>
      <DialogFooter>
        <Button onClick={() => answer(false)}>Cancel</Button>
        <Button look="primary" data-autofocus onClick={() => answer(true)}>
          {verb}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
