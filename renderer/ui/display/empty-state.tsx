import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  /** The purpose of the view and how to begin. */
  readonly children?: ReactNode;
  /** The action to begin with. */
  readonly action?: ReactNode;
}

/** The content of an empty view. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}

/** Reports an error in its place. */
export function Failure({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty} role="alert">
      <h2 className={styles.bad}>
        <CircleAlert aria-hidden />
        {title}
      </h2>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}

/** A waiting message, which appears after a short delay. */
export function Waiting({ children }: { readonly children: string }) {
  return (
    <p className={styles.waiting} role="status">
      {children}
    </p>
  );
}
