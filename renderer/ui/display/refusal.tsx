import { CircleAlert } from 'lucide-react';
import { classNames } from '../base/class-names.ts';
import styles from './refusal.module.css';

interface RefusalProps {
  /** For the control's `aria-describedby`. */
  readonly id?: string;
  readonly className?: string | undefined;
  readonly children: string;
}

/** Reports why an input is invalid, and announces it to screen readers. */
export function Refusal({ id, className, children }: RefusalProps) {
  return (
    <p id={id} role="alert" className={classNames(styles.refusal, className)}>
      <CircleAlert aria-hidden />
      {children}
    </p>
  );
}
