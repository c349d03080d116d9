import { classNames } from '../base/class-names.ts';
import styles from './switch.module.css';

interface SwitchProps {
  readonly id?: string;
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** False inside a table, where the keyboard moves between cells instead of controls. */
  readonly tabbable?: boolean;
}

export function Switch({ id, label, checked, onChange, disabled, tabbable = true }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      aria-label={label}
      aria-checked={checked}
      disabled={disabled}
      tabIndex={tabbable ? 0 : -1}
      className={classNames(styles.switch, checked && styles.checked)}
      onClick={() => onChange(!checked)}
    >
      <span className={styles.thumb} />
    </button>
  );
}
