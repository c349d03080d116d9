import { CircleAlert, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type ReactNode, useSyncExternalStore } from 'react';
import { IconButton } from '../base/button.tsx';
import { classNames } from '../base/class-names.ts';
import type { Toaster } from './toaster.ts';
import styles from './toasts.module.css';

/**
 * Milliseconds that a toast stays; hovering pauses them. An offer may be the only way back, such as to a discarded draft, so
 * there is time to read and reach it (WCAG 2.2.1).
 */
const stay = { message: 4000, offer: 30_000 };

interface ToastsProps {
  readonly toaster: Toaster;
  /** What the line shows when there is no toast. */
  readonly children?: ReactNode;
}

/** The line in which the toasts of a toaster appear. */
export function Toasts({ toaster, children }: ToastsProps) {
  const toasts = useSyncExternalStore(toaster.subscribe, toaster.toasts);
  return (
    <Radix.Provider label="Message" swipeDirection="down">
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          className={classNames(styles.toast, toast.tone === 'bad' && styles.bad)}
          duration={toast.action || toast.tone === 'bad' ? stay.offer : stay.message}
          onOpenChange={(open) => {
            if (!open) toaster.dismiss(toast.id);
          }}
        >
          {toast.tone === 'bad' && <CircleAlert aria-hidden />}
          <Radix.Description className={styles.text}>{toast.text}</Radix.Description>
          {toast.action && (
            <Radix.Action altText={toast.action.title} className={styles.action} onClick={toast.action.run}>
              {toast.action.title}
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <IconButton label="Dismiss" icon={X} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <div className={styles.line}>
        {children}
        <Radix.Viewport data-messages="" label="Messages" className={styles.viewport} />
      </div>
    </Radix.Provider>
  );
}
