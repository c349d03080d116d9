import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../base/button.tsx';
import { classNames } from '../base/class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Hides the title line. */
  readonly plain?: boolean;
  readonly onClose: () => void;
  /** For content with long lines. */
  readonly wide?: boolean;
  /** `full`: as much of the window as is useful, for a form with an editor beside it. */
  readonly size?: 'full' | undefined;
  readonly children: ReactNode;
}

/**
 * A modal `<dialog>`, which traps the focus and makes the page inert without inline styles. Open while it is rendered;
 * Escape and a click outside close it, Ctrl+Enter submits its form. The control with `data-autofocus` gets the focus.
 */
export function Dialog({ title, plain = false, wide = false, size, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  /** Whether the mouse went down beside the dialog: selecting text may end there without a click on it. */
  const isPressedBeside = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={plain ? title : undefined}
      aria-labelledby={plain ? undefined : heading}
      className={classNames(styles.dialog, wide && styles.wide, size && styles[size])}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        event.preventDefault();
        dialog.current?.querySelector<HTMLElement>('button[type=submit]')?.click();
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isPressedBeside.current) onClose();
      }}
    >
      <div className={styles.content}>
        {!plain && (
          <header className={styles.header}>
            <h2 id={heading}>{title}</h2>
            <Button look="bare" icon={X} aria-label="Close" onClick={onClose} />
          </header>
        )}
        {children}
      </div>
    </dialog>
  );
}

/** The end of a dialog: messages, then buttons. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <footer className={classNames('line', styles.footer)}>{children}</footer>;
}
