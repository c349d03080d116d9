import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

export interface ToolbarProps {
  /** The search field. */
  readonly children: ReactNode;
  /** How much the list below holds. */
  readonly count: ReactNode;
  /** True where a screen reader is to say the count whenever it changes. */
  readonly announced?: boolean;
  readonly actions: ReactNode;
}

/** The line above a list: search, count, and at the end what can be done. */
export function Toolbar({ children, count, announced = false, actions }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      {children}
      <span className={styles.count} {...(announced && { role: 'status' })}>
        {count}
      </span>
      <span className={styles.actions}>{actions}</span>
    </div>
  );
}
