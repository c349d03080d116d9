import { CircleAlert } from 'lucide-react';
import { classNames } from '../base/class-names.ts';
import styles from './refusal.module.css';

interface RefusalProps {
  /** For whatever it is about to be described by. */
  readonly id?: string;
  /** Where it stands. */
  readonly className?: string | undefined;
  readonly children: string;
}

/** Why something that was entered cannot be used, told as soon as it appears. */
export function Refusal({ id, className, children }: RefusalProps) {
  return (
    <p id={id} role="alert" className={classNames(styles.refusal, className)}>
      <CircleAlert aria-hidden />
      {children}
    </p>
  );
}
