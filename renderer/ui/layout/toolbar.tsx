import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './toolbar.module.css';

export interface ToolbarProps {
  /** The search field. */
  readonly children: ReactNode;
  /** The number of items in the list below. */
  readonly count: ReactNode;
  /** Whether screen readers announce changes of the count. */
  readonly announced?: boolean;
  readonly actions: ReactNode;
}

/** The line above a list: search, count and actions. */
export function Toolbar({ children, count, announced = false, actions }: ToolbarProps) {
  return (
    <div className={classNames('line', styles.toolbar)}>
      {children}
      <span className={classNames('ellipsis', styles.count)} {...(announced && { role: 'status' })}>
        {count}
      </span>
      <span className={styles.actions}>{actions}</span>
    </div>
  );
}
