import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  /** What the place is for, and what to do. */
  readonly children?: ReactNode;
  /** The one action to begin. */
  readonly action?: ReactNode;
}

/** What a place says while it holds nothing. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <h3>{title}</h3>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}

/** What went wrong, at the place where it did. */
export function Failure({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty} role="alert">
      <h3 className={styles.bad}>
        <CircleAlert aria-hidden />
        {title}
      </h3>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}

/** Says that something is on its way; shows itself only when that takes longer than a blink. */
export function Waiting({ children }: { readonly children: string }) {
  return (
    <p className={styles.waiting} role="status">
      {children}
    </p>
  );
}
