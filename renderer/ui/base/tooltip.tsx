import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Shortcut } from './kbd.tsx';
import styles from './tooltip.module.css';

interface TooltipProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
  /** The one element that gets the handlers. */
  readonly children: ReactNode;
}

/** A tooltip with the purpose of a control and its shortcut. */
export function Tooltip({ text, shortcut, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tooltip} sideOffset={6} collisionPadding={8}>
          {text}
          {shortcut && <Shortcut keys={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Wraps the whole console, so that a second tooltip opens without a delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={300} disableHoverableContent>
      {children}
    </Radix.Provider>
  );
}
