import { createContext, type ReactNode, useContext } from 'react';
import { Button } from '../base/button.tsx';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import type { Draft } from '../drafts/use-draft.tsx';
import { Dialog } from './dialog.tsx';

interface DraftDialogProps {
  readonly title: string;
  readonly wide?: boolean;
  readonly size?: 'full';
  /** The input of the dialog. */
  readonly draft: Pick<Draft<unknown>, 'isChanged' | 'isRestored' | 'discard' | 'drop' | 'offer'>;
  readonly onClose: () => void;
  /** Opens the dialog again after it was closed with unsaved changes. */
  readonly onReopen: () => void;
  readonly children: ReactNode;
}

/** Leaves the dialog: with the draft kept, or discarded. */
interface Leaving {
  readonly isChanged: boolean;
  readonly leave: () => void;
  readonly discard: () => void;
}

const LeavingContext = createContext<Leaving | null>(null);

/**
 * A dialog with input. Escape, the cross and a click beside it keep unsaved changes, which the dialog shows when it opens
 * again; only saving and Discard drop them.
 */
export function DraftDialog({ title, wide, size, draft, onClose, onReopen, children }: DraftDialogProps) {
  const leave = () => {
    onClose();
    if (draft.isChanged) {
      draft.offer('Your unsaved changes are kept.', { title: 'Continue editing', run: onReopen });
    }
  };
  const discard = () => {
    const restore = draft.drop();
    onClose();
    draft.offer('Unsaved changes discarded.', {
      title: 'Restore',
      run: () => {
        restore();
        onReopen();
      },
    });
  };
  return (
    <Dialog title={title} onClose={leave} size={size} {...(wide !== undefined && { wide })}>
      <DraftNotice draft={draft} />
      <LeavingContext value={{ isChanged: draft.isChanged, leave, discard }}>{children}</LeavingContext>
    </Dialog>
  );
}

/** Closes a dialog with input: Cancel while nothing is typed, then Discard. */
export function LeaveButton() {
  const leaving = useContext(LeavingContext);
  if (!leaving) throw new Error('A LeaveButton is rendered outside of a DraftDialog');
  const { isChanged, leave, discard } = leaving;
  return <Button onClick={isChanged ? discard : leave}>{isChanged ? 'Discard and close' : 'Cancel'}</Button>;
}
