import styles from './check.module.css';

interface CheckProps {
  /** The accessible name; the box stands before what it selects. */
  readonly label: string;
  readonly checked: boolean;
  /** Some of the things that it stands for are checked. */
  readonly isMixed?: boolean;
  readonly onCheck: (checked: boolean) => void;
}

/** A check box with room for a finger. */
export function Check({ label, checked, isMixed = false, onCheck }: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
    </label>
  );
}
