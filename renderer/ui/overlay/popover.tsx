import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import styles from './popover.module.css';

interface PopoverProps {
  readonly label: string;
  /** The control that opens and closes the panel. */
  readonly anchor: ReactNode;
  readonly open: boolean;
  /** Called for Escape and for a press outside. */
  readonly onClose: () => void;
  /** Restores the focus. */
  readonly onReturn: () => void;
  readonly children: ReactNode;
}

/** A panel under a control; its first field gets the focus. Not modal, for the reason given at `Menu`. */
export function Popover({ label, anchor, open, onClose, onReturn, children }: PopoverProps) {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Anchor asChild>
        <span ref={place} className={styles.anchor}>
          {anchor}
        </span>
      </Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          className={styles.popover}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            const field = event.target instanceof Element ? event.target.querySelector('input') : null;
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          onInteractOutside={(event) => {
            // The anchor closes the panel itself.
            if (event.target instanceof Node && place.current?.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onReturn();
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
