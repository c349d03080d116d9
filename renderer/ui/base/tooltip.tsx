import { Tooltip as Radix } from 'radix-ui';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { Shortcut } from './kbd.tsx';
import styles from './tooltip.module.css';

/** The open dialog around a control: nothing outside of a modal dialog can be seen above it. */
export const DialogContext = createContext<HTMLElement | null>(null);

interface TooltipProps {
  /** Undefined if there is nothing to say at present. */
  readonly text: string | undefined;
  /** `right` for a column of controls, whose neighbours are above and below. */
  readonly side?: 'top' | 'right';
  readonly shortcut?: string | undefined;
  /** The one element that gets the handlers. */
  readonly children: ReactNode;
}

/** A tooltip with the purpose of a control and its shortcut. The pointer passes through it. */
export function Tooltip({ text, side = 'top', shortcut, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const dialog = useContext(DialogContext);
  const isShown = open && text !== undefined;
  return (
    <Radix.Root open={isShown} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      {isShown && (
        <Radix.Portal container={dialog ?? document.querySelector('main')}>
          <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
            {text}
            {shortcut && <Shortcut keys={shortcut} />}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  );
}

/** Wraps the whole console, so that a second tooltip opens without a delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={600} skipDelayDuration={300} disableHoverableContent>
      {children}
    </Radix.Provider>
  );
}
