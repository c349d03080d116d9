import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../base/button.tsx';
import { classNames } from '../base/class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Without a visible title line, for a dialog whose content speaks for itself. */
  readonly plain?: boolean;
  readonly onClose: () => void;
  /** For text that wants long lines. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog: the platform's own, which keeps the keyboard inside, gives it back afterwards and makes the rest inert
 * without any styles put into the page. Shown as long as it is rendered; Escape and a click beside it close it. The
 * keyboard begins at the control marked with `data-autofocus`.
 */
export function Dialog({ title, plain = false, wide = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element?.close();
      // The platform gives the keyboard back only while the dialog is still in the page, and here it is gone already.
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself.
    <dialog
      ref={dialog}
      aria-label={plain ? title : undefined}
      aria-labelledby={plain ? undefined : heading}
      className={classNames(styles.dialog, wide && styles.wide)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
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

/** What a dialog ends with: its buttons, and before them what hinders. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.footer}>{children}</footer>;
}
