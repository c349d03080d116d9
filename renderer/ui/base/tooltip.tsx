import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Shortcut } from './kbd.tsx';
import styles from './tooltip.module.css';

interface TooltipProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
  /** One element, which gets the handlers. */
  readonly children: ReactNode;
}

/** Says what a control does, and with which keys, to whoever rests on it. */
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

/** Stands once around the program: after one tooltip, the next comes without a wait. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={300} disableHoverableContent>
      {children}
    </Radix.Provider>
  );
}
