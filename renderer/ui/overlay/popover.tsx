import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import styles from './popover.module.css';

interface PopoverProps {
  readonly label: string;
  /** The control that it belongs to, which opens and closes it. */
  readonly anchor: ReactNode;
  readonly open: boolean;
  /** Asked to close it, by Escape or a press elsewhere. */
  readonly onClose: () => void;
  /** Gives the keyboard back to where the person was at work. */
  readonly onReturn: () => void;
  readonly children: ReactNode;
}

/** A panel under a control, whose first field has the keyboard. Not modal, because locking the page's scroll would put styles into it. */
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
            // The control closes it by itself.
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
