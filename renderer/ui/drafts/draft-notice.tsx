import { History } from 'lucide-react';
import { Button } from '../base/button.tsx';
import { classNames } from '../base/class-names.ts';
import styles from './draft-notice.module.css';
import type { Draft } from './use-draft.tsx';

/** Says that an editor shows unsaved input of an earlier opening, and offers to discard it. */
export function DraftNotice({ draft }: { readonly draft: Pick<Draft<unknown>, 'isRestored' | 'discard'> }) {
  if (!draft.isRestored) return null;
  return (
    <p className={classNames('line', styles.notice)} role="status">
      <History aria-hidden />
      Unsaved changes restored
      {/* The field keeps the focus: losing it would save what is about to be discarded. */}
      <Button look="bare" onMouseDown={(event) => event.preventDefault()} onClick={draft.discard}>
        Discard
      </Button>
    </p>
  );
}
